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
    ['a.sh', `set -e\nhttp "${A}" page==2\n`, `set -e\nhttp "${A}" 'Accept:${V}' page==2\n`],
    ['a.sh', `set -e\nx=$(http ${A} | jq .)\n`, `set -e\nx=$(http ${A} 'Accept:${V}' | jq .)\n`],
    ['a.sh', `set -e\n  xh ${A}\n`, `set -e\n  xh ${A} 'Accept:${V}'\n`],
    ['a.sh', `true && https ${A} page=="2"\n`, `true && https ${A} 'Accept:${V}' page=="2"\n`],
    [
      'a.ts',
      `x();\nfetch('${A}', { headers: { a } });\n`,
      `x();\nfetch('${A}', { headers: { Accept: '${V}', a } });\n`,
    ],
    [
      'a.py',
      `x()\nrequests.get('${A}', headers={'a': 1})\n`,
      `x()\nrequests.get('${A}', headers={"Accept": "${V}", 'a': 1})\n`,
    ],
    ['a.http', `### list\nGET ${A}`, `### list\nGET ${A}\nAccept: ${V}`],
    ['a.http', `GET ${A} HTTP/1.1\nX: 1\n`, `GET ${A} HTTP/1.1\nAccept: ${V}\nX: 1\n`],
    ['a.http', `GET ${A}\r\nX: 1\r\n`, `GET ${A}\r\nAccept: ${V}\r\nX: 1\r\n`],
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
