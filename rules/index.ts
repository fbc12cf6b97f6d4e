import { withPages } from '../src/lint/checks.ts';
import * as rules from './all.ts';
import pages from './pages.json' with { type: 'json' };

/** All rules, sorted by id. */
export const RULES = withPages(Object.values(rules), pages);
