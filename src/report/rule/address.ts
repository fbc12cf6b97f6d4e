/** Where the pages of a version can be read: what an editor or code scanning opens on a click on the name of a rule. */
export const pagesOf = (version: string): string => `https://unpkg.com/connlint@${version}`;

export const ruleAddress = (id: string, version: string): string => `${pagesOf(version)}/docs/rules/${id}.md`;
