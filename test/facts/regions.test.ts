import { describe, expect, it } from 'vitest';
import { apiRegion, hostRegion, sameRegion } from '../../src/classify/regions.ts';

describe('apiRegion', () => {
  it.each([
    ['aws', 'us-east-1', 'US_EAST_1'],
    ['aws', 'US_EAST_1', 'US_EAST_1'],
    ['azure', 'eastus2', null],
    ['gcp', 'us-central1', null],
    [null, 'eastus2', null],
  ] as const)('%s %s → %s', (provider, written, expected) => {
    expect(apiRegion(written, provider)).toBe(expected);
  });
});

describe('hostRegion', () => {
  it.each([
    ['aws', 'US_EAST_1', 'us-east-1'],
    ['aws', 'AP_SOUTHEAST_2', 'ap-southeast-2'],
    ['aws', 'US_GOV_WEST_1', 'us-gov-west-1'],
    ['azure', 'US_EAST_2', 'eastus2'],
    ['azure', 'US_EAST_2_EUAP', 'eastus2euap'],
    ['azure', 'US_CENTRAL', 'centralus'],
    ['azure', 'US_NORTH_CENTRAL', 'northcentralus'],
    ['azure', 'US_WEST_3', 'westus3'],
    ['azure', 'EUROPE_WEST', 'westeurope'],
    ['azure', 'ASIA_SOUTH_EAST', 'southeastasia'],
    ['azure', 'INDIA_CENTRAL', 'centralindia'],
    ['azure', 'AUSTRALIA_SOUTH_EAST', 'australiasoutheast'],
    ['azure', 'AUSTRALIA_CENTRAL_2', 'australiacentral2'],
    ['azure', 'GERMANY_WEST_CENTRAL', 'germanywestcentral'],
    ['azure', 'BRAZIL_SOUTHEAST', 'brazilsoutheast'],
    ['azure', 'UK_SOUTH', 'uksouth'],
    ['azure', 'westeurope', 'westeurope'],
    ['gcp', 'EASTERN_US', 'us-east1'],
    ['gcp', 'CENTRAL_US', 'us-central1'],
    ['gcp', 'WESTERN_EUROPE', 'europe-west1'],
    ['gcp', 'NORTHEASTERN_ASIA_PACIFIC', 'asia-northeast1'],
    ['gcp', 'EUROPE_WEST_12', 'europe-west12'],
    ['gcp', 'NORTH_AMERICA_NORTHEAST_1', 'northamerica-northeast1'],
    ['gcp', 'SOUTH_AMERICA_EAST_1', 'southamerica-east1'],
    ['gcp', 'MIDDLE_EAST_CENTRAL_2', 'me-central2'],
    ['gcp', 'AUSTRALIA_SOUTHEAST_1', 'australia-southeast1'],
  ] as const)('%s %s → %s', (provider, written, expected) => {
    expect(hostRegion(written, provider)).toBe(expected);
    expect(hostRegion(expected, provider)).toBe(expected);
  });

  it('leaves an unknown region comparable', () => {
    expect(hostRegion('Mars_North_1')).toBe('mars-north-1');
  });
});

describe('sameRegion', () => {
  it('does not mind who spells it', () => {
    expect(sameRegion('US_EAST_1', 'us-east-1', 'aws')).toBe(true);
    expect(sameRegion('EUROPE_WEST', 'westeurope', 'azure')).toBe(true);
    expect(sameRegion('MARS_NORTH_1', 'mars-north-1', 'aws')).toBe(true);
  });

  it('tells neighbours apart', () => {
    expect(sameRegion('US_EAST_1', 'US_EAST_2', 'aws')).toBe(false);
    expect(sameRegion('EUROPE_WEST', 'northeurope', 'azure')).toBe(false);
    expect(sameRegion('EUROPE_WEST_2', 'europe-west1', 'gcp')).toBe(false);
  });

  it('tries every provider when none is given', () => {
    expect(sameRegion('US_EAST_2', 'eastus2')).toBe(true);
    expect(sameRegion('WESTERN_US', 'us-west1')).toBe(true);
    expect(sameRegion('US_EAST_2', 'us-east-2')).toBe(true);
  });

  it('does not take the AWS name for the Google region that has one of its own', () => {
    expect(sameRegion('US_EAST_1', 'us-east1')).toBe(false);
    expect(sameRegion('US_EAST_4', 'us-east4')).toBe(true);
  });
});
