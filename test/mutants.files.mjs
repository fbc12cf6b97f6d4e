/** The quick tests in one file; see test/support/bundle-mutants.mjs. */
export const BUNDLE = 'mutants.bundle.mjs';

const QUICK =
  /^(?:uri-(?:fixtures|options|parts|userinfo)|hosts|string-repairs|rule-examples|rule-cases|rules-|facts-|driver-|config-(?:nearest|service|validate)|core-|placeholder-words|plan-(?:commands|steps|verdict)|suppression-comments|word-search|changed-lines|hcl|package-texts).*\.test\.ts$/;

/** Without properties of random text: to set them up takes longer than all else that a mutant needs. True for a test file that checks values and rules in memory within a second. */
export const isQuick = (name) => QUICK.test(name);
