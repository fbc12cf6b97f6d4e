import { RULES } from '../../../rules/index.ts';
import type { Example } from '../../../src/lint/rule.ts';
import { unmarked } from '../../../src/node/run-example.ts';

const examples: readonly Example[] = RULES.flatMap((rule) => [...rule.examples.invalid, ...rule.examples.valid]);

/** The files of all examples, each as an input with its name in the first line. */
export function exampleFiles(): string[] {
  return examples.flatMap(({ files }) => Object.entries(unmarked(files).files).map((entry) => entry.join('\n')));
}

/** The parts of an example, each as JSON text. */
export function exampleProjects(): string[] {
  return examples.map(({ files, config, facts }) => JSON.stringify({ files: unmarked(files).files, config, facts }));
}

export function exampleConfigs(): string[] {
  return examples.flatMap(({ config }) => (config === undefined ? [] : [JSON.stringify(config)]));
}

export function exampleFacts(): string[] {
  return examples.flatMap(({ facts = {} }) =>
    Object.entries(facts).map(([name, value]) => `${name}\n${JSON.stringify(value)}`),
  );
}
