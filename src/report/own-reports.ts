import { everyItem, everyLine, hasNoSetting, onlyElements, onlyKeys, type FileMark } from '../find/own-files.ts';

const RECORD_FIELDS = ['"endColumn":', '"endOffset":', '"kind":', '"family":', '"token":'];

/** The form of each report in the tree. It quotes strings of other files and has none of its own. */
export const REPORT_MARKS: readonly FileMark[] = [
  {
    begins: /^\{\s*"version":\s*\d+,\s*"tool":\s*\{\s*"name":\s*"connlint"/,
    isWhole: onlyKeys('version tool repository revision findings notices unknown summary'),
  },
  {
    begins: /^\{\s*"version":\s*\d+,\s*"changes":/,
    isWhole: onlyKeys('version changes open'),
  },
  {
    begins: /^\{\s*"\$schema":\s*"[^"\n]*sarif/,
    contains: ['"driver": {\n          "name": "connlint"'],
    isWhole: onlyKeys('$schema version runs'),
  },
  {
    begins: /^::(?:error|warning|notice) file=/,
    contains: ['title=connlint '],
    isWhole: everyLine(/^::(?:error|warning|notice) /),
  },
  {
    begins: /^\[\s*\{\s*"description":/,
    contains: ['"fingerprint": "connlint/'],
    isWhole: everyItem('description check_name fingerprint severity location'),
  },
  {
    begins: /^<\?xml[^>\n]*\?>\s*<testsuites name="connlint"/,
    isWhole: onlyElements('testsuites testsuite testcase failure'),
  },
  { begins: /^# \*\*(?:PASSED|FAILED)\*\* /, isWhole: hasNoSetting },
  {
    begins: /^<!doctype html>/,
    contains: ['<meta name="generator" content="connlint">'],
    isWhole: (text) => text.trimEnd().endsWith('</html>'),
  },
  { begins: /^repository,revision,owners,cluster,kind,/, isWhole: everyLine(/^(?:[^,\n]*,){14}/) },
  {
    begins: /^\[\s*\{\s*"repository":/,
    contains: RECORD_FIELDS,
    isWhole: everyItem('file endColumn endOffset kind family token'),
  },
  { begins: /^\{"repository":/, contains: RECORD_FIELDS, isWhole: everyLine(/^\{"repository":.*"endOffset":/) },
];
