import fc from 'fast-check';

// Runs before every test file: what a developer's shell, a CI service or the test runner adds to the environment changes what programs print
// (colours, links to a repository), and a test that sees the difference on one machine only is worth nothing.
for (const name of Object.keys(process.env)) {
  if (/^(?:FORCE_COLOR|COLORTERM|CI|GITHUB_\w+|GITLAB_\w+)$/.test(name)) Reflect.deleteProperty(process.env, name);
}
process.env.NO_COLOR = '1';

// The same random values in every run; another PROPERTY_SEED draws others.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
