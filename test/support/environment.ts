import fc from 'fast-check';

// Runs before every test file. Variables of a developer's shell, a CI service or the test runner change the output
// (colours, links to a repository), and a test must not depend on the machine.
for (const name of Object.keys(process.env)) {
  if (/^(?:FORCE_COLOR|COLORTERM|CI|GITHUB_\w+|GITLAB_\w+)$/.test(name)) Reflect.deleteProperty(process.env, name);
}
process.env.NO_COLOR = '1';

// The same random values in every run. Another PROPERTY_SEED gives others.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
