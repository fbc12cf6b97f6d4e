import { expect, test } from 'vitest';
import { PARSERS, read } from '../../support/script-trees.ts';

const CASES: [source: string, key: string | null, path?: string][] = [
  ["const uri = 'mongodb://h'", 'uri'],
  ["let uri: string = 'mongodb://' + h as string", 'uri'],
  ['const client = new Client(`mongodb://${h}`)', 'client'],
  ["connect('mongodb://h')", null],
  ["process.env.MONGO_URI = 'mongodb://h'", 'process.env.MONGO_URI'],
  ["this.uri ??= 'mongodb://h'", 'this.uri'],
  ["process.env['MONGO_URI'] = 'mongodb://h'", 'process.env.MONGO_URI'],
  ["all[name] = 'mongodb://h'", null],
  ["const config = { db: { url: 'mongodb://h' } }", 'config.db.url'],
  ["module.exports = { 'db.url': ['mongodb://h'] }", 'module.exports.db.url'],
  ["export default defineConfig({ db: { url: 'mongodb://h' } })", 'db.url'],
  ["const all = { [name]: 'mongodb://h' }", null],
  ["const getUri = () => 'mongodb://h'", 'getUri'],
  ["const main = () => { connect('mongodb://h') }", null],
  ["const main = () => { const uri = 'mongodb://h' }", 'uri'],
  ["class Settings { static uri = 'mongodb://h' }", 'uri'],
  ["class Settings { #uri = 'mongodb://h' }", '#uri'],
  ["class Settings { @Prop({ default: 'mongodb://h' }) uri: string }", 'default'],
  ["enum Uris { Local = 'mongodb://h' }", 'Uris.Local'],
  ["function open(uri = 'mongodb://h') {}", 'uri'],
  ["function open({ db: { uri = 'mongodb://h' } }) {}", 'uri'],
  ["const { uri = 'mongodb://h' } = options", 'uri'],
  ["const uri = process.env.MONGODB_URI || 'mongodb://h'", 'uri'],
  ["connect(process.env.MONGODB_URI || 'mongodb://h')", 'process.env.MONGODB_URI'],
  ["connect(process.env.A ?? process.env.B! ?? 'mongodb://h')", 'process.env.B'],
  ["connect(import.meta.env.VITE_DB ?? 'mongodb://h')", 'import.meta.env.VITE_DB'],
  ["connect({ uri: process.env.MONGODB_URI || 'mongodb://h' })", 'uri'],
  ["const uri = local ? 'mongodb://h' : other", 'uri'],
  ["const local = uri === 'mongodb://h'", null],
  ["const local = 'mongodb://h' === uri ? 1 : 2", null],
  ["const view = <Form uri='mongodb://h' />", 'uri', 'view.tsx'],
  ['const view = <Form uri={`mongodb://${h}`} />', 'uri', 'view.tsx'],
  ["const view = <a xlink:href='mongodb://h' />", 'xlink:href', 'view.tsx'],
  ["const view = <Form>{'mongodb://h'}</Form>", null, 'view.tsx'],
];

test.each(CASES)('%s is %s', (source, key, path = 'app.ts') => {
  for (const parser of Object.keys(PARSERS)) {
    const literals = read(source, path, parser);
    expect(
      literals.map((literal) => literal.key),
      parser,
    ).toEqual([key]);
  }
});
