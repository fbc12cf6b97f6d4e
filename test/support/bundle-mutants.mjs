// Joins the quick tests with all that they import into one file, in the folder of the tests. A run for a mutant then loads one
// module instead of four hundred, which is most of its time. Called by Stryker after it has put the mutants in.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folder = join(import.meta.dirname, '..');
/**
 * What checks values and rules in memory within a second. Properties of random text are left out: to set them up takes longer
 * than all else that a mutant needs. MUTANT_TESTS, a pattern of file names, narrows them further: each mutant that nothing sees runs all.
 */
const QUICK = process.env.MUTANT_TESTS
  ? new RegExp(process.env.MUTANT_TESTS)
  : /^(?:uri-(?:fixtures|options|parts|userinfo)|hosts|string-repairs|rule-examples|rule-cases|rules-|facts-|driver-|config-(?:nearest|service|validate)|core-|placeholder-words|plan-(?:commands|steps|verdict)|suppression-comments|word-search|changed-lines|hcl|package-texts|reader-forms).*\.test\.ts$/;
/** What takes longer, commands in this process included. They run after the quick ones, and only for what none of these sees. */
const WIDE =
  /^(?:baseline|config-(?:command|file)|explain|fingerprint-|fix-files|grammar-rules|inventory-cli|merge|patch-properties|plan-(?:cli|fixtures)|report-line-hash|suppressions|uri-properties).*\.test\.ts$/;
const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
const quick = files.filter((name) => QUICK.test(name));
const wide = process.env.MUTANT_TESTS ? [] : files.filter((name) => WIDE.test(name) && !QUICK.test(name));
const names = [...quick, ...wide];

/** Files stay where they are, as far as their code can see. */
const places = {
  name: 'places',
  setup({ onLoad, onResolve }) {
    // As in test/in-process.config.ts: commands run in this process, and a test that would start another is left out.
    onResolve({ filter: /^\.\/run-program\.ts$/ }, () => ({ path: join(folder, 'support/run-in-process.ts') }));
    onLoad({ filter: /support\/run-program\.ts$/ }, () => ({
      contents: `export const PROGRAM = ''; export const runProgram = () => { throw new Error('starts a program'); };`,
    }));
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    }));
  },
};

await build({
  stdin: { contents: names.map((name) => `import './${name}';`).join('\n'), resolveDir: folder, loader: 'ts' },
  outfile: join(folder, 'mutants.bundle.cjs'),
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  // package.json says that its modules do nothing when they are only imported: true of the package, not of its tests.
  ignoreAnnotations: true,
  plugins: [places],
  logLevel: 'warning',
});
