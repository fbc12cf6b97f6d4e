import { FILE_ROLES } from '../../src/config/severity.ts';
import { among, anyText, integer, like, list, object, text } from './shape.ts';
import type { Shape } from './shape.ts';

// The requirements of consumers, as far as our reports use them. Objects are closed, so that a new field must be looked
// up first.

/**
 * SARIF 2.1.0 (OASIS, sarif-schema-2.1.0.json, 2020-03) with the additional requirements of GitHub code scanning
 * (2026-06).
 */
export function sarifShape(): Shape {
  const message = object({ text: text(1024) });
  // A relative path in which all characters with a meaning in a URI are escaped.
  const uri = like(/^(?!\/|\.\.?\/)(?:[A-Za-z0-9\-._~!'()*/]|%[0-9A-F]{2})+$/);
  const artifactLocation = object({ uri }, { uriBaseId: among('%SRCROOT%') });
  const start = { startLine: integer(1), startColumn: integer(1) };
  const region = object({ ...start, endLine: integer(1), endColumn: integer(1) });
  const removed = object({ charOffset: integer(0), charLength: integer(0) });
  const place = object({ physicalLocation: object({ artifactLocation, region }) });
  const related = object({
    id: integer(1),
    message,
    physicalLocation: object({ artifactLocation, region: object(start) }),
  });
  const replacement = object({ deletedRegion: removed, insertedContent: object({ text: anyText }) });
  const change = object({ artifactLocation, replacements: list(replacement, 1) });
  const suppression = object(
    { kind: among('inSource', 'external'), status: among('accepted') },
    { justification: text() },
  );
  const result = object(
    {
      ruleId: text(),
      ruleIndex: integer(0),
      level: among('error', 'warning', 'note'),
      message,
      locations: list(place, 1),
      partialFingerprints: { kind: 'map', of: text() },
    },
    {
      relatedLocations: list(related, 1),
      fixes: list(object({ description: message, artifactChanges: list(change, 1) }), 1),
      suppressions: list(suppression, 1),
      // A property bag allows any key.
      properties: object({ role: among(...FILE_ROLES) }),
    },
  );
  const notification = object(
    { descriptor: object({ id: text() }), level: among('warning', 'note'), message },
    { locations: list(object({ physicalLocation: object({ artifactLocation }) })) },
  );
  const rule = object({
    id: like(/^[a-z0-9-]+$/),
    name: like(/^[A-Z][A-Za-z0-9]{0,254}$/),
    shortDescription: object({ text: text(1024) }),
    fullDescription: object({ text: text(1024) }),
    help: object({ text: text() }),
    defaultConfiguration: object({ level: among('error', 'warning', 'note') }),
    properties: object(
      {
        tags: list(text()),
        precision: among('very-high', 'high', 'medium', 'low'),
        'problem.severity': among('error', 'warning', 'recommendation'),
      },
      { 'security-severity': like(/^(?:10\.0|\d\.\d)$/) },
    ),
  });
  const driver = object({
    name: text(),
    version: text(),
    semanticVersion: text(),
    rules: list(rule),
  });
  const run = object(
    {
      tool: object({ driver }),
      invocations: list(
        object({ executionSuccessful: { kind: 'boolean' } }, { toolExecutionNotifications: list(notification, 1) }),
      ),
      originalUriBaseIds: object({ '%SRCROOT%': object({ description: message }) }),
      columnKind: among('utf16CodeUnits'),
      results: list(result),
    },
    // GitHub takes what stands before the last slash of the id as the category.
    { automationDetails: object({ id: like(/\/$/) }) },
  );
  return object({
    $schema: among('https://json.schemastore.org/sarif-2.1.0.json'),
    version: among('2.1.0'),
    runs: list(run, 1),
  });
}

/** GitLab's parser of code quality reports (`codeclimate.json` and its documentation, GitLab 16 to 19). */
export const GITLAB: Shape = list(
  object({
    description: text(),
    check_name: text(),
    fingerprint: text(),
    severity: among('info', 'minor', 'major', 'critical', 'blocker'),
    location: object({
      path: like(/^(?!\/|\.\.?\/)/),
      lines: object({ begin: integer(1), end: integer(1) }),
    }),
  }),
);
