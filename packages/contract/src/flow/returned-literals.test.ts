import { describe, expect, it } from 'vitest';
import { returnedLiterals } from './returned-literals.ts';

describe('returnedLiterals', () => {
  it('SP-90: takes every kind of quote, anywhere in the code, each text once', () => {
    const code = `
      const pick = () => { return "inner" };
      if ($flow.state.n > 2) { return 'Stop' }
      return \`Go on\`;
      return "Stop";`;
    expect(returnedLiterals(code)).toEqual(['inner', 'Stop', 'Go on']);
  });

  it('SP-90: skips returns in comments, texts and patterns', () => {
    const code = `
      // return "line"
      /* return "block" */
      const text = 'return "text"';
      const other = "// no comment"; /* it's one */
      const url = 'https://example.test/return "x"';
      const pattern = /return "pattern" [/'"]/.test(text);
      const half = 4 / 2; return "after division / and more";
      const template = \`return "template" \${pick('return "place"')} return 'x'\`;
      return /* why */ "kept"; // return "tail"`;
    expect(returnedLiterals(code)).toEqual(['after division / and more', 'kept']);
  });

  it('reads escapes and parentheses, and code inside a template place', () => {
    expect(returnedLiterals(`return 'it\\'s'`)).toEqual(["it's"]);
    expect(returnedLiterals('return ("A")')).toEqual(['A']);
    expect(returnedLiterals('return "\\u0041\\x42\\u{43}\\n"')).toEqual(['ABC']);
    expect(returnedLiterals('const a = `${(() => { return "deep" })()}`')).toEqual(['deep']);
  });

  it('takes no template with places, no word that only ends in return, no member of that name', () => {
    expect(returnedLiterals('return `a ${b}`')).toEqual([]);
    expect(returnedLiterals('myreturn "a"; returned "b"; it.return "c"')).toEqual([]);
  });

  it('comes to an end with code that is cut off anywhere', () => {
    const code = 'if (a) { return "A" } /* c */ return `b ${"c"} d`; x = /[/"]/; return "\\u{41}";';
    for (let length = 0; length <= code.length; length += 1)
      expect(Array.isArray(returnedLiterals(code.slice(0, length)))).toBe(true);
  });
});
