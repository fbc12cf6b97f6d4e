import { againstJson, againstJsonl, againstText } from '../report/against.ts';
import { againstCsv, listCsv } from '../report/list-csv.ts';
import { againstHtml, listHtml } from '../report/list-html.ts';
import { againstMarkdown, listMarkdown } from '../report/list-markdown.ts';
import { listJson, listJsonl, listText } from '../report/list.ts';
import type { AgainstView, ListView } from '../report/list-view.ts';
import type { Colors } from './terminal.ts';

const LIST = {
  text: ({ records }: ListView, colors: Colors) => listText(records, colors),
  json: ({ records }: ListView) => listJson(records),
  jsonl: ({ records }: ListView) => listJsonl(records),
  markdown: listMarkdown,
  csv: listCsv,
  html: listHtml,
} as const;

export type ListFormat = keyof typeof LIST;

export const LIST_FORMATS = Object.keys(LIST) as readonly ListFormat[];

const AGAINST: Readonly<Record<ListFormat, (view: AgainstView, colors: Colors) => string>> = {
  text: againstText,
  json: againstJson,
  jsonl: againstJsonl,
  markdown: againstMarkdown,
  csv: againstCsv,
  html: againstHtml,
};

export function renderList(format: ListFormat, view: ListView, colors: Colors): string {
  return LIST[format](view, colors);
}

export function renderAgainst(format: ListFormat, view: AgainstView, colors: Colors): string {
  return AGAINST[format](view, colors);
}
