// `node tools/eslint-plugin-package.mjs <folder>`: writes the package eslint-plugin-connlint, the plugin of the same
// version of connlint under the name by which ESLint and users search for it.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printHelp } from './help.mjs';

printHelp(import.meta.url);
const root = fileURLToPath(new URL('../', import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Name the folder to write.\n');
  process.exit(2);
}

const { version, license, engines, repository, keywords } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const manifest = {
  name: 'eslint-plugin-connlint',
  version,
  description: 'ESLint plugin for database connection strings',
  license,
  type: 'module',
  keywords,
  ...(repository && { repository }),
  main: './index.js',
  types: './index.d.ts',
  exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
  files: ['index.js', 'index.d.ts'],
  engines,
  dependencies: { connlint: version },
  peerDependencies: { eslint: '>=9.7.0' },
};
const README = `# eslint-plugin-connlint

The ESLint plugin of connlint, which checks database connection strings.

\`\`\`js
// eslint.config.js
import connlint from 'eslint-plugin-connlint';

export default [...connlint.configs.recommended];
\`\`\`

Flat config only, ESLint 9.7 and later. Configs, rules and options are described in the README of connlint.
`;

mkdirSync(folder, { recursive: true });
const write = (name, text) => writeFileSync(join(folder, name), text);
write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
write('README.md', README);
// The second name is the result of \`require\`.
write(
  'index.js',
  `import plugin from 'connlint/eslint';\n\nexport default plugin;\nexport { plugin as 'module.exports' };\n`,
);
write('index.d.ts', `export { default } from 'connlint/eslint';\nexport type * from 'connlint/eslint';\n`);
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
