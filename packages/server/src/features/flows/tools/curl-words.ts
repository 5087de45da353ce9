import { AppError } from '@tendril/contract/app-error';
import { parse } from 'shell-quote';

/** A parsed curl command. */
export interface CurlWords {
  method: string | undefined;
  url: string;
  headers: [name: string, value: string][];
  data: string[];
  /** The data goes into the query string. */
  isGet: boolean;
  isJson: boolean;
  user: string | undefined;
  /** Options that do not matter to a tool. */
  ignored: string[];
}

const shortForms: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  G: 'get',
  u: 'user',
  A: 'user-agent',
  e: 'referer',
  b: 'cookie',
  I: 'head',
  F: 'form',
  o: 'output',
  m: 'max-time',
  w: 'write-out',
  x: 'proxy',
  c: 'cookie-jar',
  T: 'upload-file',
  E: 'cert',
  K: 'config',
};
const takesValue = new Set([
  ...['request', 'header', 'data', 'data-raw', 'data-ascii', 'data-binary', 'data-urlencode', 'json', 'user'],
  ...['user-agent', 'referer', 'cookie', 'url', 'form', 'form-string', 'output', 'max-time', 'write-out'],
  ...['proxy', 'cookie-jar', 'upload-file', 'cert', 'key', 'cacert', 'config', 'connect-timeout', 'retry'],
  ...['retry-delay', 'resolve', 'limit-rate', 'interface', 'oauth2-bearer', 'max-redirs', 'aws-sigv4'],
]);
const refused: Readonly<Record<string, string>> = {
  form: 'forms with files (-F) cannot be imported: send JSON or --data instead',
  'form-string': 'forms with files (-F) cannot be imported: send JSON or --data instead',
  'upload-file': 'files (-T) cannot be sent by a tool',
  config: 'a file of options (-K) cannot be read',
};
const quiet = new Set([
  's',
  'S',
  'L',
  'f',
  'i',
  'k',
  'v',
  'g',
  'N',
  'silent',
  'show-error',
  'location',
  'fail',
]);

/** Throws INVALID_INPUT unless it is a single curl command that a tool can execute. */
export function readCurlWords(command: string): CurlWords {
  const words = split(command);
  if (!/(^|[\\/])curl(\.exe)?$/.test(words[0] ?? '')) throw refusal('must begin with curl');
  const found: CurlWords = {
    method: undefined,
    url: '',
    headers: [],
    data: [],
    isGet: false,
    isJson: false,
    user: undefined,
    ignored: [],
  };
  for (const [option, value] of optionsOf(words.slice(1))) take(found, option, value);
  if (found.url === '') throw refusal('has no address');
  return found;
}

function split(command: string): string[] {
  const oneLine = command.replace(/\\\r?\n/g, ' ').replace(/[\r\n]+/g, ' ');
  // A shell variable usually holds a secret: it becomes a config variable of that name.
  const words = parse(oneLine, (key) => `{{$vars.${key}}}`);
  return words.map((word) => {
    if (typeof word === 'string') return word;
    if ('op' in word && word.op === 'glob' && 'pattern' in word) return word.pattern;
    throw refusal('must be one command, without pipes, redirections or comments');
  });
}

/** Pairs of option and value; a word without an option is an address. */
function* optionsOf(words: readonly string[]): Generator<[option: string, value: string]> {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = () => {
      at += 1;
      if (at >= words.length) throw refusal(`the value of ${word} is missing`);
      return words[at] ?? '';
    };
    if (word.startsWith('--')) {
      const [option = '', joined] = splitOnce(word.slice(2), '=');
      yield [option, takesValue.has(option) ? (joined ?? next()) : ''];
    } else if (word.startsWith('-') && word.length > 1) {
      for (let letter = 1; letter < word.length; letter += 1) {
        const option = shortForms[word[letter] ?? ''] ?? word[letter] ?? '';
        if (!takesValue.has(option)) yield [option, ''];
        else {
          yield [option, word.slice(letter + 1) || next()];
          break;
        }
      }
    } else yield ['url', word];
  }
}

function take(found: CurlWords, option: string, value: string): void {
  const reason = refused[option];
  if (reason) throw refusal(reason);
  switch (option) {
    case 'url':
      if (found.url !== '') throw refusal('names more than one address');
      found.url = value;
      return;
    case 'request':
      found.method = value.toUpperCase();
      return;
    case 'head':
      found.method ??= 'HEAD';
      return;
    case 'get':
      found.isGet = true;
      return;
    case 'header':
      takeHeader(found, value);
      return;
    case 'user':
      found.user = value;
      return;
    case 'oauth2-bearer':
      found.headers.push(['Authorization', `Bearer ${value}`]);
      return;
    case 'user-agent':
    case 'referer':
    case 'cookie':
      found.headers.push([
        option === 'user-agent' ? 'User-Agent' : option === 'referer' ? 'Referer' : 'Cookie',
        value,
      ]);
      return;
    case 'json':
      found.isJson = true;
      found.data.push(dataOf(value));
      return;
    case 'data':
    case 'data-ascii':
    case 'data-binary':
      found.data.push(dataOf(value));
      return;
    case 'data-raw':
      found.data.push(value);
      return;
    case 'data-urlencode':
      found.data.push(urlEncoded(value));
      return;
    default:
      if (!quiet.has(option)) found.ignored.push(option.length > 1 ? `--${option}` : `-${option}`);
  }
}

function takeHeader(found: CurlWords, text: string): void {
  const [name = '', value] = splitOnce(text, ':');
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name.trim()))
    throw refusal(`"${text.slice(0, 60)}" is no header`);
  if (value?.trim()) found.headers.push([name.trim(), value.trim()]);
}

function dataOf(value: string): string {
  if (value.startsWith('@')) throw refusal('data from a file (@) cannot be read: paste it into the command');
  return value;
}

function urlEncoded(value: string): string {
  const [name = '', text] = splitOnce(value, '=');
  return text === undefined ? encodeURIComponent(name) : `${name}=${encodeURIComponent(text)}`;
}

function splitOnce(text: string, sign: string): [string, string | undefined] {
  const at = text.indexOf(sign);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** INVALID_INPUT for the field `command`. */
export function refusal(message: string): AppError {
  return new AppError('INVALID_INPUT', `command: ${message}`, { details: [{ path: 'command', message }] });
}
