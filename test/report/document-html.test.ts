import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { documentHtml } from '../../src/report/document-html.ts';

it('the policy of a page allows its own style sheet by its hash', () => {
  const page = documentHtml('Report', [], () => null);
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
  expect(page).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
});
