import { howToKnow, notKnown } from '../facts/facts.ts';
import type { Notice } from '../lint/finding.ts';
import type { Report, RepositoryIdentity } from '../lint/report.ts';
import { distinct, grouped } from '../text/source.ts';
import { causes, findingBlocks } from './causes.ts';
import { MAX_PLACES, outcomeHeading, placeList, section, type Block, type Document, type Item } from './document.ts';
import { documentHtml } from './document-html.ts';
import { documentMarkdown } from './markdown.ts';
import { formatCount, plural } from './escape.ts';
import { acceptedWords, bySeverity, findingCounts, liveFindings, stringCount, type ReportView } from './report-view.ts';
import { placeText } from './terminal.ts';

/** More than anybody reads, and than GitHub takes for the summary of a job. */
const MAX_CAUSES = 500;

export const markdownReport = (view: ReportView): string => documentMarkdown(reportDocument(view), view.urlOf);

export const htmlReport = (view: ReportView): string =>
  documentHtml(`${titleOf(view)} - connlint`, reportDocument(view), view.urlOf);

/** `acme/billing: 2 errors` */
function titleOf({ report, name }: ReportView): string {
  const subject = name();
  return `${subject === null ? '' : `${subject}: `}${findingCounts(report.summary.findings).join(', ') || 'no findings'}`;
}

function reportDocument(view: ReportView): Document {
  const { report } = view;
  const { summary } = report;
  const where = `${plural(stringCount(summary), 'string')} in ${plural(summary.files, 'file')}`;
  return [
    outcomeHeading(view.passed, titleOf(view)),
    { paragraph: `${where}${acceptedWords(summary)}. ${originOf(view.identity(), view.day)}` },
    ...shownFindings(report),
    ...section('Not checked', 2, uncheckedItems(report, MAX_PLACES)),
    ...section('Notices', 2, report.notices.map(noticeItem)),
  ];
}

/** `acme/billing at 1a2b3c4, checked on 2026-11-20.` */
export function originOf({ repository, revision }: RepositoryIdentity, day: string): string {
  const commit = revision === null ? '' : ` at ${revision.slice(0, 12)}`;
  const tree = repository === null && commit === '' ? 'Checked' : `${repository ?? 'Working tree'}${commit}, checked`;
  return `${tree} on ${day}.`;
}

function shownFindings(report: Report): Block[] {
  const all = causes(bySeverity(liveFindings(report)));
  if (all.length === 0) return [];
  const hidden = all.length - MAX_CAUSES;
  return [
    { heading: 'Findings', level: 2 },
    ...findingBlocks(all.slice(0, MAX_CAUSES)),
    ...(hidden > 0 ? [{ paragraph: `and ${formatCount(hidden)} more: \`--format json\` has all` }] : []),
  ];
}

/** One entry per missing fact, most strings first. `most`: how many places of each are shown. */
export function uncheckedItems({ unknown }: Report, most: number): Item[] {
  const facts = [...grouped(unknown, ({ missing }) => missing)].map(([fact, unknowns]) => {
    const all = unknowns.flatMap(({ places }) => places);
    return { fact, places: distinct(all, placeText) };
  });
  facts.sort((a, b) => b.places.length - a.places.length || (a.fact < b.fact ? -1 : 1));
  return facts.map(({ fact, places }) => ({
    words: `${plural(places.length, 'string')}: ${notKnown(fact)}. ${howToKnow(fact)}`,
    below: [placeList(places, most)],
  }));
}

const noticeItem = ({ file, message }: Notice): Item => ({ words: file ? [{ code: file }, `: ${message}`] : message });
