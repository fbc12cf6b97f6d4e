import { describe, expect, it } from 'vitest';
import { parseConnectionString } from '../../src/parse/parse.ts';
import { redacted, hiddenRanges } from '../../src/parse/redact.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { redact } from '../../src/index.ts';
import { findStrings } from '../../src/read/find-strings.ts';

describe('redact', () => {
  it.each([
    ['mongodb://app:secret@h.example.com/', 'mongodb://***:***@h.example.com/'],
    ['mongodb://app@h.example.com/', 'mongodb://***@h.example.com/'],
    ['mongodb://app:@h.example.com/', 'mongodb://***:@h.example.com/'],
    ['mongodb://:only@h.example.com/', 'mongodb://:***@h.example.com/'],
    ['mongodb://a:b@c:d@h.example.com/', 'mongodb://***:***@h.example.com/'],
    ['mongodb://h.example.com:27017,h2.example.com/db', 'mongodb://h.example.com:27017,h2.example.com/db'],
  ])('%s', (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  it.each([
    // A string that was cut off before its host: a word that looks like a host may be a user, a number like a port may
    // be a password.
    ['mongodb://app:secret', 'mongodb://***:***'],
    ['mongodb://localhost:secret', 'mongodb://localhost:***'],
    ['mongodb://h.example.com:secret', 'mongodb://h.example.com:***'],
    ['mongodb://h.example.com:', 'mongodb://h.example.com:'],
    ['mongodb://app', 'mongodb://***'],
    ['mongodb://mongo', 'mongodb://mongo'],
    ['mongodb+srv://app', 'mongodb+srv://***'],
    ['mongodb+srv://app.Kiln9', 'mongodb+srv://***'],
    ['mongodb+srv://cluster0', 'mongodb+srv://cluster0'],
    ['mongodb://app:27017', 'mongodb://app:27017'],
    ['mongodb://u:p@app:none/', 'mongodb://***:***@app:***'],
    ['mongodb://se!cret', 'mongodb://***'],
    ['mongodb://%2Ftmp%2F %2Fmongodb-27017.sock', 'mongodb://%2Ftmp%2F %2Fmongodb-27017.sock'],
    ['mongodb://%DB_HOST%.example.com/db', 'mongodb://%DB_HOST%.example.com/db'],
    ['mongodb://*.example.com,host…/db', 'mongodb://*.example.com,host…/db'],
    ['mongodb://app:se,cret', 'mongodb://***:***'],
    ['mongodb://app:se/cret', 'mongodb://***:***'],
    ['mongodb://app:se?cret=1', 'mongodb://***:***'],
    ['mongodb://a,b:secret/x', 'mongodb://***:***'],
    ['mongodb://localhost:secret/db', 'mongodb://localhost:***'],
    ['mongodb://app:/db', 'mongodb://app:/db'],
    ['mongodb://h.example.com:secret,b!c/db?x=1', 'mongodb://h.example.com:***'],
    ['mongodb://x.sock:secret', 'mongodb://x.sock:secret'],
    ['mongodb://x.sock.example:secret', 'mongodb://x.sock.example:***'],
    ['mongodb://xsock:secret', 'mongodb://***:***'],
    ['mongodb://%DB%', 'mongodb://%DB%'],
    ['mongodb://$srv_host/db?w=majority', 'mongodb://$srv_host/db?w=majority'],
    ['mongodb://$tTn8kq2/db?w=majority', 'mongodb://***'],
    ['mongodb://h/?appName=@app@&tls=true', 'mongodb://h/?appName=@app@&tls=true'],
    ['mongodb://%DB%x', 'mongodb://***'],
    ['mongodb://x%DB%', 'mongodb://***'],
    ['mongodb://%%.example.com', 'mongodb://***'],
    ['mongodb://hôst_1-2.example.com', 'mongodb://hôst_1-2.example.com'],
    ['mongodb://[::1]', 'mongodb://[::1]'],
    ['mongodb://app:27017,h:secret', 'mongodb://***:***'],
  ])('of what was cut off: %s', (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  it.each([
    ['mongodb://h.example.com/?tlsCertificateKeyFilePassword=Kiln9', 'tlsCertificateKeyFilePassword=***'],
    ['mongodb://h.example.com/?proxyUsername=till&proxyPassword=Kiln9', 'proxyUsername=***&proxyPassword=***'],
    ['mongodb://h.example.com/?tlsCertificateKeyFilePassword=', 'tlsCertificateKeyFilePassword='],
    ['mongodb://h.example.com/?tlsCertificateKeyFilePassword', 'tlsCertificateKeyFilePassword'],
    [
      'mongodb://h.example.com/?authMechanismProperties=AWS_SESSION_TOKEN:k,x&w=1',
      'authMechanismProperties=AWS_SESSION_TOKEN:***&w=1',
    ],
    [
      'mongodb://h.example.com/?authMechanismProperties=AWS_SESSION_TOKEN:k,SERVICE_NAME:s',
      'authMechanismProperties=AWS_SESSION_TOKEN:***,SERVICE_NAME:s',
    ],
    [
      'mongodb://h.example.com/?authMechanismProperties=SERVICE_NAME:s,aws_session_token%3Ak',
      'authMechanismProperties=SERVICE_NAME:s,aws_session_token%3A***',
    ],
    [
      'mongodb://h.example.com/?authMechanismProperties=AWS_SESSION_TOKEN:a,AWS_SESSION_TOKEN:b%2CNAME%3Ac',
      'authMechanismProperties=AWS_SESSION_TOKEN:***,AWS_SESSION_TOKEN:***',
    ],
    ['mongodb://h.example.com/?authMechanismProperties=AWS_SESSION%5FTOKEN:k', 'authMechanismProperties=***'],
    ['mongodb://h.example.com/?authMechanismProperties=AWS_SESSION_TOKEN', 'authMechanismProperties=***'],
    ['mongodb://h.example.com/?authMechanismProperties=SERVICE_NAME:s', 'authMechanismProperties=SERVICE_NAME:s'],
  ])('of options: %s', (text, shown) => {
    expect(redact(text)).toBe(`mongodb://h.example.com/?${shown}`);
  });
});

describe('what a report shows of a string', () => {
  const shown = (path: string, text: string): string[] =>
    findStrings({ path, text }, ATLAS).map(({ literal, secrets, inValue }) =>
      redacted(literal, secrets, inValue.offset, inValue.endOffset),
    );

  it.each([
    ['a.js', 'u = `mongodb://${user}:${pass}@h.example.com/`', 'mongodb://${user}:${pass}@h.example.com/'],
    ['a.js', 'u = `mongodb://app-${env}:x${pass}y@h.example.com/`', 'mongodb://***${env}:***${pass}***@h.example.com/'],
    ['a.js', 'u = `mongodb://${a}:k@${host}/${db}`', 'mongodb://${a}:***@${host}/${db}'],
    ['README.md', '`mongodb://<user>:<password>@h.example.com/`', 'mongodb://<user>:<password>@h.example.com/'],
    ['a.js', 'u = `mongodb://app:${x}/db`', 'mongodb://***:${x}/db'],
    ['a.js', 'u = `mongodb://h1:${p1},h2:${p2}/db`', 'mongodb://***:${p1},***:${p2}/db'],
    ['a.js', 'u = `mongodb://app:${x}y/db`', 'mongodb://***:${x}***'],
    // Next to literal characters, `$word` and the like may be part of the password.
    ['a.sh', 'U="mongodb://u:$word@h.example.com/"', 'mongodb://***:$word@h.example.com/'],
    ['a.sh', 'U="mongodb://u:x$word@h.example.com/"', 'mongodb://***:***@h.example.com/'],
    ['a.sh', 'U="mongodb://u:x${word}@h.example.com/"', 'mongodb://***:***${word}@h.example.com/'],
    ['a.sh', 'U="mongodb://u:x$(word)@h.example.com/"', 'mongodb://***:***$(word)@h.example.com/'],
    ['a.rb', 'u = "mongodb://u:x#{word}@h.example.com/"', 'mongodb://***:***#{word}@h.example.com/'],
    ['a.py', 'u = f"mongodb://u:{word}@h.example.com/"', 'mongodb://***:{word}@h.example.com/'],
    ['a.py', 'u = f"mongodb://u:x{word}@h.example.com/"', 'mongodb://***:***@h.example.com/'],
    ['a.py', 'u = "mongodb://u:%s@h.example.com/"', 'mongodb://***:%s@h.example.com/'],
    ['a.py', 'u = "mongodb://u:x%s@h.example.com/"', 'mongodb://***:***@h.example.com/'],
    ['a.py', 'u = "mongodb://u:x%(pass)s@h.example.com/"', 'mongodb://***:***%(pass)s@h.example.com/'],
    ['a.yml', 'u: mongodb://u:x{{ pass }}@h.example.com/', 'mongodb://***:***{{ pass }}@h.example.com/'],
    ['a.swift', 'let u = "mongodb://u:x\\(word)@h.example.com/"', 'mongodb://***:***\\(word)@h.example.com/'],
    ['a.bat', 'set U=mongodb://u:x%WORD%@h.example.com/', 'mongodb://***:***@h.example.com/'],
    ['a.js', 'u = `mongodb://${a}${b}:x${c}${d}y@h.example.com/`', 'mongodb://${a}${b}:***${c}${d}***@h.example.com/'],
    ['README.md', '`mongodb://<word>:<...>@h.example.com/`', 'mongodb://***:<...>@h.example.com/'],
    // A real password may be written between brackets.
    ['README.md', '`mongodb://<user>:<Kiln9tr4wl>@h.example.com/`', 'mongodb://<user>:***@h.example.com/'],
  ])('%s: %s', (path, text, expected) => {
    expect(shown(path, text)).toEqual([expected]);
  });
});

describe('the ranges that contain secrets', () => {
  const cut = (text: string): string[] =>
    hiddenRanges(text, parseConnectionString(text)).map(({ offset, endOffset }) => text.slice(offset, endOffset));

  it.each<readonly [text: string, secrets: readonly string[]]>([
    ['mongodb://h.example.com/db?w=1', []],
    ['mongodb://app:k1ln@h.example.com/', ['app', 'k1ln']],
    ['mongodb://app@h.example.com/', ['app']],
    // None is empty.
    ['mongodb://app:@h.example.com/', ['app']],
    ['mongodb://:k1ln@h.example.com/', ['k1ln']],
    ['mongodb://h.example.com/?proxyPassword=&w=1', []],
    ['mongodb://h.example.com/?proxyPassword', []],
    ['mongodb://a:b@h.example.com/?proxyPassword=k&w=1&proxyUsername=u', ['a', 'b', 'k', 'u']],
    // They are in the order of the text, wherever the first of them begins.
    ['mongodb://h.example.com:secret,b!c/db?w=1', ['secret,b!c/db?w=1']],
    // After the first violation of the grammar, anything may follow.
    ['mongodb://app@h:secret/', ['app', 'secret/']],
    ['mongodb://h/db.k?w=1', ['db.k']],
    ['mongodb://h/db;user=app;password=k', ['db;user=app;password=k']],
    ['mongodb://h/db?w=1#token=k', ['1#token=k']],
    ['mongodb://h/db?sig=k&w=majority&tls=true&new=5&privateKey=k', ['k', 'k']],
    ['mongodb://h/?tlsCAFile=/etc/ca.pem&tlsCertificateKeyFile=data:k', ['data:k']],
    ['mongodb://h/?replicaSet=rs0&appName=My%20app&readPreferenceTags=dc:ny,rack:1', []],
    [
      'mongodb://h/?authMechanismProperties=SERVICE_NAME:s&authMechanismProperties=AWS_SECRET_ACCESS_KEY:k',
      ['AWS_SECRET_ACCESS_KEY:k'],
    ],
  ])('%s', (text, secrets) => {
    expect(cut(text)).toEqual(secrets);
  });
});

describe('what is said of user names and passwords', () => {
  const issues = (text: string) =>
    parseConnectionString(text).issues.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);

  it.each([
    [
      'mongodb://a@b:c@h.example.com/',
      'error userinfo-unescaped: The user name contains an @, a colon, a slash or a percent sign that is not percent-encoded.',
    ],
    [
      'mongodb://a:b@c@h.example.com/',
      'error userinfo-unescaped: The password contains an @, a colon, a slash or a percent sign that is not percent-encoded.',
    ],
    [
      'mongodb://a:b[c@h.example.com/',
      'warning userinfo-unescaped: The password contains a reserved character that should be percent-encoded.',
    ],
    ['mongodb://@h.example.com/', 'error userinfo-empty: The user name before `@` is missing.'],
  ])('%s', (text, message) => {
    expect(issues(text)).toEqual([message]);
  });
});
