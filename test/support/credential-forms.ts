import { Buffer } from 'node:buffer';

/** A way to write a text into a file. */
export interface Form {
  readonly path: string;
  /** Characters that the form cannot contain, or only in a way that ends the text for every reader. */
  readonly without?: RegExp;
  /** The file that contains the text. */
  write(text: string): string;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const unicode = (text: string): string =>
  text.replace(/[^\w./:]/g, (char) =>
    char.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
const doubled = (text: string, quote: string): string => text.replaceAll(quote, quote + quote);
const escaped = (text: string, quote: string): string => text.replace(/\\/g, '\\\\').replaceAll(quote, `\\${quote}`);
const dollars = (text: string): string => escaped(text, '"').replaceAll('$', '\\$');
const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('@', '&#64;');
/** A text in three pieces. */
const pieces = (text: string): [string, string, string] => {
  const third = Math.floor(text.length / 3);
  const cut = (at: number): number => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at);
  return [text.slice(0, cut(third)), text.slice(cut(third), cut(2 * third)), text.slice(cut(2 * third))];
};
const joined = (text: string, sign: string, write: (piece: string) => string): string =>
  pieces(text).map(write).join(sign);

/** Characters that end a text without quotes. */
const ENDS = /[\s<>"`]/g;
const QUOTES = /[\s<>"'`\\]/g;
/** Characters that end a string unless its end can be determined. */
const BRACKETS = /[<>|{}[\]"'`\\]/g;

/** One text in the forms for all readers. */
export const FORMS: readonly Form[] = [
  { path: 'double.js', write: (t) => `const a = "${json(t)}";\n` },
  { path: 'single.ts', write: (t) => `export const a: string = '${escaped(t, "'")}';\n` },
  { path: 'template.mjs', write: (t) => `const a = \`${escaped(t, '`').replaceAll('${', '\\${')}\`;\n` },
  { path: 'raw-template.js', without: /[`$\\]/g, write: (t) => `const a = String.raw\`${t}\`;\n` },
  {
    path: 'sum.js',
    without: BRACKETS,
    write: (t) => `const a = ${joined(t, ' + // next\n  ', (p) => `"${json(p)}"`)};\n`,
  },
  {
    path: 'list.js',
    without: BRACKETS,
    write: (t) => `const a = [${joined(t, ', ', (p) => `'${escaped(p, "'")}'`)}].join('');\n`,
  },
  { path: 'named.js', write: (t) => `const p = ["${json(t)}"];\nconst a = p.join(',') + '/x';\n` },
  { path: 'unicode.js', write: (t) => `const a = "${unicode(t)}";\n` },
  { path: 'comment.js', without: ENDS, write: (t) => `// const a = "${json(t)}";\n` },
  { path: 'attribute.jsx', without: QUOTES, write: (t) => `const a = <A uri="${t}" />;\n` },
  { path: 'double.py', write: (t) => `a = "${escaped(t, '"')}"\n` },
  { path: 'raw.py', without: /["\\]/g, write: (t) => `a = r"${t}"\n` },
  { path: 'triple.py', without: /["\\]/g, write: (t) => `a = """${t}"""\n` },
  {
    path: 'beside.py',
    without: BRACKETS,
    write: (t) => `a = (\n    ${joined(t, '  # next\n    ', (p) => `"${escaped(p, '"')}"`)}\n)\n`,
  },
  { path: 'plain.go', write: (t) => `var a = "${escaped(t, '"')}"\n` },
  { path: 'raw.go', without: /`/g, write: (t) => `var a = \`${t}\`\n` },
  { path: 'Plain.java', write: (t) => `String a = "${escaped(t, '"')}";\n` },
  {
    path: 'Sum.java',
    without: BRACKETS,
    write: (t) => `String a = ${joined(t, '\n    + ', (p) => `"${escaped(p, '"')}"`)};\n`,
  },
  { path: 'Block.java', without: /["\\\s<>`]/g, write: (t) => `String a = """\n    ${t}\n    """;\n` },
  { path: 'plain.kt', write: (t) => `val a = "${dollars(t)}"\n` },
  { path: 'raw.kt', without: /["$]/g, write: (t) => `val a = """${t}"""\n` },
  { path: 'plain.cs', write: (t) => `var a = "${escaped(t, '"')}";\n` },
  { path: 'verbatim.cs', write: (t) => `var a = @"${doubled(t, '"')}";\n` },
  { path: 'raw.cs', without: /"/g, write: (t) => `var a = """${t}""";\n` },
  { path: 'plain.vb', write: (t) => `Dim a = "${doubled(t, '"')}"\n` },
  {
    path: 'sum.vb',
    without: BRACKETS,
    write: (t) => `Dim a = ${joined(t, ' & _\n    ', (p) => `"${doubled(p, '"')}"`)}\n`,
  },
  { path: 'plain.rs', write: (t) => `let a = "${escaped(t, '"')}";\n` },
  { path: 'raw.rs', without: /"#/g, write: (t) => `let a = r##"${t}"##;\n` },
  { path: 'plain.swift', write: (t) => `let a = "${escaped(t, '"')}"\n` },
  { path: 'raw.swift', without: /"/g, write: (t) => `let a = #"${t}"#\n` },
  { path: 'plain.cpp', write: (t) => `auto a = "${escaped(t, '"')}";\n` },
  { path: 'raw.cpp', without: /"/g, write: (t) => `auto a = R"x(${t})x";\n` },
  { path: 'plain.m', write: (t) => `NSString *a = @"${escaped(t, '"')}";\n` },
  { path: 'single.php', write: (t) => `<?php $a = '${escaped(t, "'")}';\n` },
  { path: 'double.php', write: (t) => `<?php $a = "${dollars(t)}";\n` },
  {
    path: 'sum.php',
    without: BRACKETS,
    write: (t) => `<?php $a = ${joined(t, ' . ', (p) => `'${escaped(p, "'")}'`)};\n`,
  },
  { path: 'heredoc.php', without: ENDS, write: (t) => `<?php $a = <<<EOT\n${t.replace(/[\\$]/g, '\\$&')}\nEOT;\n` },
  { path: 'nowdoc.php', without: ENDS, write: (t) => `<?php $a = <<<'EOT'\n${t}\nEOT;\n` },
  { path: 'single.rb', write: (t) => `a = '${escaped(t, "'")}'\n` },
  { path: 'percent.rb', without: /[{}\\#\s<>"`]/g, write: (t) => `a = %q{${t}}\n` },
  { path: 'heredoc.rb', without: /[#\\\s<>"`]/g, write: (t) => `a = <<~EOS\n  ${t}\nEOS\n` },
  { path: 'single.pl', write: (t) => `my $a = '${escaped(t, "'")}';\n` },
  { path: 'quoted.pl', without: /[{}\\\s<>"`]/g, write: (t) => `my $a = q{${t}};\n` },
  { path: 'plain.lua', write: (t) => `local a = "${escaped(t, '"')}"\n` },
  { path: 'long.lua', without: /[[\]\s<>"`]/g, write: (t) => `local a = [[${t}]]\n` },
  { path: 'plain.dart', write: (t) => `final a = '${escaped(t, "'").replaceAll('$', '\\$')}';\n` },
  { path: 'raw.dart', without: /'/g, write: (t) => `final a = r'${t}';\n` },
  { path: 'plain.ex', write: (t) => `a = "${escaped(t, '"').replaceAll('#{', '\\#{')}"\n` },
  { path: 'gap.hs', without: BRACKETS, write: (t) => `a = "${joined(t, '\\\n    \\', (p) => escaped(p, '"'))}"\n` },
  { path: 'plain.scala', write: (t) => `val a = "${escaped(t, '"')}"\n` },
  { path: 'single.groovy', write: (t) => `def a = '${escaped(t, "'")}'\n` },
  { path: 'plain.r', write: (t) => `a <- "${escaped(t, '"')}"\n` },
  { path: 'plain.sql', write: (t) => `SELECT '${doubled(t, "'")}';\n` },
  { path: 'dollar.sql', without: /[$\s<>"`]/g, write: (t) => `SELECT $$${t}$$;\n` },
  { path: 'single.sh', without: /'/g, write: (t) => `A='${t}'\n` },
  { path: 'double.sh', write: (t) => `A="${t.replace(/[\\"$\x60]/g, '\\$&')}"\n` },
  { path: 'c-quoted.sh', write: (t) => `A=$'${escaped(t, "'")}'\n` },
  { path: 'heredoc.sh', without: ENDS, write: (t) => `cat <<'EOF'\n${t}\nEOF\n` },
  { path: 'single.ps1', write: (t) => `$a = '${doubled(t, "'")}'\n` },
  { path: 'here.ps1', without: ENDS, write: (t) => `$a = @'\n${t}\n'@\n` },
  { path: 'plain.bat', without: /["\s]/g, write: (t) => `set "A=${t.replaceAll('%', '%%')}"\n` },
  { path: 'bare.env', without: QUOTES, write: (t) => `A=${t}\n` },
  { path: 'double.env', write: (t) => `A="${escaped(t, '"')}"\n` },
  { path: 'single.env', without: /'/g, write: (t) => `A='${t}'\n` },
  { path: 'plain.properties', without: ENDS, write: (t) => `a=${t.replaceAll('\\', '\\\\')}\n` },
  { path: 'escaped.properties', without: ENDS, write: (t) => `a=${t.replace(/[\\:=#!]/g, '\\$&')}\n` },
  {
    path: 'split.properties',
    without: BRACKETS,
    write: (t) => `a=${joined(t, '\\\n    ', (p) => p.replaceAll('\\', '\\\\'))}\n`,
  },
  { path: 'plain.ini', without: QUOTES, write: (t) => `[db]\na = ${t}\n` },
  { path: 'basic.toml', write: (t) => `a = "${json(t)}"\n` },
  { path: 'literal.toml', without: /'/g, write: (t) => `a = '${t}'\n` },
  { path: 'block.toml', without: /["\\\s<>`]/g, write: (t) => `a = """\n${t}"""\n` },
  { path: 'bare.yaml', without: QUOTES, write: (t) => `a: ${t}\n` },
  { path: 'double.yaml', write: (t) => `a: "${json(t)}"\n` },
  { path: 'single.yaml', write: (t) => `a: '${doubled(t, "'")}'\n` },
  { path: 'literal.yaml', without: ENDS, write: (t) => `a: |\n  ${t}\n` },
  { path: 'folded.yaml', without: ENDS, write: (t) => `a: >-\n  ${t}\n` },
  { path: 'compose.yaml', without: QUOTES, write: (t) => `environment:\n  - A=${t.replaceAll('$', '$$$$')}\n` },
  { path: 'secret.yaml', write: (t) => `kind: Secret\ndata:\n  a: ${base64(t)}\n` },
  { path: 'secret-quoted.yaml', write: (t) => `kind: Secret\ndata:\n  a: "${base64(`uri=${t}\n`)}"\n` },
  { path: 'plain.json', write: (t) => `{"a": "${json(t)}"}\n` },
  { path: 'unicode.json', write: (t) => `{"a": "${unicode(t)}"}\n` },
  { path: 'nested.json', write: (t) => `{"a": ${JSON.stringify(JSON.stringify({ b: t }))}}\n` },
  { path: 'base64.json', write: (t) => `{"a": "${base64(t)}"}\n` },
  { path: 'key.json', write: (t) => `{"${json(t)}": "mongodb://h.example.com/"}\n` },
  {
    path: 'cells.ipynb',
    write: (t) => `{"cells": [{"source": [${JSON.stringify(`c = C("${escaped(t, '"')}")\n`)}]}]}\n`,
  },
  { path: 'plain.tf', write: (t) => `a = "${escaped(t, '"').replaceAll('${', '$${')}"\n` },
  { path: 'heredoc.tf', without: ENDS, write: (t) => `a = <<-EOT\n  ${t}\nEOT\n` },
  { path: 'attribute.xml', without: ENDS, write: (t) => `<a uri="${xml(t)}"/>\n` },
  { path: 'element.xml', without: ENDS, write: (t) => `<uri>${xml(t)}</uri>\n` },
  { path: 'cdata.xml', without: /[\]\s<>"`]/g, write: (t) => `<uri><![CDATA[${t}]]></uri>\n` },
  { path: 'percent.txt', write: (t) => `https://h.example.com/?to=${encodeURIComponent(t).replaceAll("'", '%27')}\n` },
  { path: 'plain.log', without: QUOTES, write: (t) => `connecting to ${t} failed\n` },
  { path: 'quoted.txt', without: QUOTES, write: (t) => `Use "${t}", please.\n` },
  { path: 'code.md', without: QUOTES, write: (t) => `Use \`${t}\`.\n\n\`\`\`sh\nmongosh "${t}"\n\`\`\`\n` },
  { path: 'plain.csv', write: (t) => `a,"${doubled(t, '"')}",b\n` },
  { path: 'Dockerfile', without: QUOTES, write: (t) => `ENV A=${t}\n` },
  { path: 'Makefile', without: QUOTES, write: (t) => `A := ${t.replaceAll('$', '$$$$')}\n` },
];
