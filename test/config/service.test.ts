import { describe, expect, it } from 'vitest';
import { validateConfig } from '../../src/config/config.ts';
import { applyService } from '../../src/config/schema.ts';
import { ATLAS, type ServiceProfile } from '../../src/classify/service.ts';

function serviceOf(service: unknown): ServiceProfile {
  const checked = validateConfig({ service });
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
  return applyService(ATLAS, checked.config.service);
}

describe('the service of a config', () => {
  it('is the default where nothing is said', () => {
    expect(serviceOf({})).toEqual(ATLAS);
  });

  it('keeps the API of the default when only schemes and domains are replaced', () => {
    const service = serviceOf({ schemes: ['db', 'db+srv'], domains: ['dbhost.example'] });
    expect(service).toEqual({ ...ATLAS, schemes: ['db', 'db+srv'], domains: ['dbhost.example'] });
  });

  it.each([[['db+srv', 'db']], [['db']], [['db+srv']], [['DB']]])('takes schemes as %j', (schemes) => {
    expect(serviceOf({ schemes }).schemes).toEqual(['db', 'db+srv']);
  });

  it('writes hosts, paths and media types as the profile does', () => {
    const service = serviceOf({
      domains: ['*.DBhost.example', '.other.example.'],
      api: { path: '/api/svc', mediaType: 'application/vnd.svc.<date>+json', hosts: ['Cloud.dbhost.example'] },
      metrics: { path: '/scrape/v1.0/' },
      providerLabels: { AMZ: 'aws' },
    });
    expect(service.domains).toEqual(['dbhost.example', 'other.example']);
    expect(service.api).toEqual({
      ...ATLAS.api,
      path: '/api/svc/',
      mediaType: 'application/vnd.svc',
      hosts: ['cloud.dbhost.example'],
      bases: ['https://cloud.dbhost.example'],
    });
    expect(service.metrics.path).toBe('/scrape/v1.0');
    expect(service.providerLabels).toEqual({ amz: 'aws' });
    expect(serviceOf({ api: { mediaType: 'application/vnd.svc.2024-08-05+json' } }).api.mediaType).toBe(
      'application/vnd.svc',
    );
  });

  it('does not take new field names for distinctive ones by itself', () => {
    const [distinctive] = ATLAS.fields.distinctive;
    expect(serviceOf({ fields: { removed: ['dbURI', distinctive!] } }).fields).toEqual({
      removed: ['dbURI', distinctive],
      distinctive: [distinctive],
      evidence: ATLAS.fields.evidence,
    });
    expect(serviceOf({ fields: { removed: ['dbURI'], distinctive: ['dbURI'] } }).fields).toMatchObject({
      removed: ['dbURI'],
      distinctive: ['dbURI'],
    });
  });
});
