import { nameOf } from './reviews.mjs';

const share = (part, whole) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);

/** The figures of a run, as Markdown or JSON. */
export function figures(checked, reviewed, json) {
  const mistaken = new Set(reviewed.filter(({ verdict }) => verdict === 'right').map((one) => one.package));
  const clean = checked.filter(({ spec }) => !mistaken.has(nameOf(spec)));
  const groups = {
    'errors outside of tests': reviewed.filter(({ severity, role }) => severity === 'error' && role !== 'test'),
    errors: reviewed.filter(({ severity }) => severity === 'error'),
    warnings: reviewed.filter(({ severity }) => severity === 'warning'),
    infos: reviewed.filter(({ severity }) => severity === 'info'),
    'all findings': reviewed,
  };
  const counted = Object.entries(groups).map(([name, findings]) => {
    const count = (verdict) => findings.filter((one) => one.verdict === verdict).length;
    return { name, all: findings.length, right: count('right'), debatable: count('debatable'), wrong: count('wrong') };
  });
  const files = checked.reduce((sum, one) => sum + one.files, 0);
  const strings = checked.reduce((sum, one) => sum + Object.values(one.strings).reduce((a, b) => a + b, 0), 0);
  const passed = clean.filter(({ exit }) => exit === 0).length;
  if (json)
    return `${JSON.stringify({ packages: checked.length, files, strings, counted, clean: clean.length, passed }, null, 2)}\n`;
  const rows = counted.map(
    ({ name, all, right, debatable, wrong }) =>
      `| ${name} | ${all} | ${right} (${share(right, all)}) | ${debatable} | ${wrong} (${share(wrong, all)}) |`,
  );
  return [
    `${checked.length} packages, ${files} files, ${strings} strings`,
    '',
    '| findings | all | right | debatable | wrong |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `Packages without a real mistake: ${clean.length}, of which ${passed} (${share(passed, clean.length)}) exit with 0.`,
    '',
  ].join('\n');
}
