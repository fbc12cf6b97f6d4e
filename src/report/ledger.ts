import { ledgerLines } from '../fleet/ledger.ts';
import type { ReportView } from './report-view.ts';

/** What a repository leaves for `connlint fleet`, one JSON document per line. */
export function* ledgerReport({ ledger }: Pick<ReportView, 'ledger'>): Iterable<string> {
  const own = ledger?.() ?? null;
  if (own) yield* ledgerLines(own);
}
