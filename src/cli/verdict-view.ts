import { prefixOf } from '../node/fs/paths.ts';
import type { Project } from '../node/project/project.ts';
import { repositoryIdentity } from '../node/project/repository-identity.ts';
import { VERSION } from '../node/version.ts';
import type { VerdictView } from '../report/sarif/verdict.ts';
import type { FormatChoice } from './arguments.ts';
import type { Parsed } from './options.ts';

/** The additional data of a verdict in SARIF. For other formats Git is not called. Throws a `UserError`. */
export async function verdictView(
  { cwd }: Project,
  parsed: Parsed,
  formats: readonly FormatChoice<string>[],
): Promise<VerdictView> {
  const prefix = prefixOf(cwd);
  return {
    version: VERSION,
    identity: formats.some(({ format }) => format === 'sarif')
      ? await repositoryIdentity(cwd, { repository: parsed.value('repository') }, process.env)
      : { repository: null, revision: null, ref: null, uri: null },
    category: parsed.value('sarif-category'),
    fromRoot: (file) => `${prefix}${file}`,
  };
}
