import { EXAMPLES } from '../../support/rule-pages.ts';
import { unmarked } from '../../support/run-example.ts';

/** The files of all examples, each as an input with its name in the first line. */
export function exampleFiles(): string[] {
  return EXAMPLES.flatMap(({ files }) => Object.entries(unmarked(files).files).map((entry) => entry.join('\n')));
}

/** The parts of an example, each as JSON text. */
export function exampleProjects(): string[] {
  return EXAMPLES.map(({ files, config, facts }) => JSON.stringify({ files: unmarked(files).files, config, facts }));
}

export function exampleConfigs(): string[] {
  return EXAMPLES.flatMap(({ config }) => (config === undefined ? [] : [JSON.stringify(config)]));
}

export function exampleFacts(): string[] {
  return EXAMPLES.flatMap(({ facts = {} }) =>
    Object.entries(facts).map(([name, value]) => `${name}\n${JSON.stringify(value)}`),
  );
}
