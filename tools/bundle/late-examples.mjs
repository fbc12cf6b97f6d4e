// Examples of rules are read by people, pages and tests. A run needs none, and making them all takes as long as everything else that
// is done when rules are loaded: joined code makes them when they are asked for.
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** The `examples` of what is given to `defineRule`; `null` for a file that defines no rule. */
function examplesOf(node) {
  if (ts.isCallExpression(node) && node.expression.getText() === 'defineRule') {
    const { properties } = node.arguments[0];
    return properties.find((one) => ts.isPropertyAssignment(one) && one.name.getText() === 'examples') ?? null;
  }
  return ts.forEachChild(node, (child) => examplesOf(child) ?? undefined) ?? null;
}

/** The text of a rule with its examples in a getter. */
export function withLateExamples(text, path) {
  const examples = examplesOf(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  if (examples === null) return text;
  const getter = `get examples() { return ${examples.initializer.getText()}; }`;
  return text.slice(0, examples.getStart()) + getter + text.slice(examples.end);
}

/** For esbuild. */
export const lateExamples = {
  name: 'late examples',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]rules[\\/][^\\/]+\.ts$/ }, ({ path }) => ({
      contents: withLateExamples(readFileSync(path, 'utf8'), path),
      loader: 'ts',
    }));
  },
};
