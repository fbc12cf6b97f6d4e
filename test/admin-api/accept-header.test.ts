import { describe, expect, it } from 'vitest';
import { lintText } from '../support/lint-text.ts';
import { applied } from '../support/run-example.ts';

const A = 'https://cloud.mongodb.com/api/atlas/v2/groups/5f1a/clusters';
const V = 'application/vnd.atlas.2024-08-05+json';

/** The text with the header that is suggested for a call without a version, or `null` without a suggestion. */
function repaired(path: string, text: string): string | null {
  const [repair] = lintText(path, text)
    .filter(({ rule }) => rule === 'api-missing-accept')
    .flatMap(({ suggestions }) => suggestions);
  return repair ? applied(text, repair) : null;
}

describe('the header is where the call takes it', () => {
  it.each([
    ['a.sh', `sudo curl -s ${A}\n`, `sudo curl -H 'Accept: ${V}' -s ${A}\n`],
    ['a.sh', `x=$(wget -qO- ${A})\n`, `x=$(wget --header='Accept: ${V}' -qO- ${A})\n`],
    [
      'a.ts',
      `x();\nfetch('${A}', { headers: { a: 1 } });\n`,
      `x();\nfetch('${A}', { headers: { Accept: '${V}', a: 1 } });\n`,
    ],
    [
      'a.py',
      `x()\nrequests.get('${A}', headers={'a': 1})\n`,
      `x()\nrequests.get('${A}', headers={"Accept": "${V}", 'a': 1})\n`,
    ],
    ['a.ps1', `x\nirm ${A} -Headers @{ Accept = "*/*" }\n`, `x\nirm ${A} -Headers @{ Accept = "${V}" }\n`],
  ])('%s: %s', (path, text, expected) => {
    expect(repaired(path, text)).toBe(expected);
  });

  it.each([
    ['a.ts', `fetch('${A}');\n`],
    ['a.py', `requests.get('${A}', headers=dict(a=1))\n`],
    ['a.ps1', `Invoke-RestMethod ${A}\n`],
  ])('none in %s: %s', (path, text) => {
    expect(repaired(path, text)).toBeNull();
  });
});
