import { seeded } from '@tendril/catalogue/testing/corpus/seeded-words';
import { describe, expect, it } from 'vitest';
import { textWords } from './text-words.ts';

describe('the words of a text', () => {
  it.each([
    ['Crème BRÛLÉE, please!', ['creme', 'brulee', 'please']],
    ['Ｆｕｌｌ　width', ['full', 'width']],
    ['全文検索は便利です', ['全文', '検索', 'は', '便利', 'です']],
    ['我喜欢喝绿茶', ['我', '喜欢', '喝', '绿茶']],
    ['', []],
    ['"; drop (NEAR) *', ['drop', 'near']],
  ])('%s', (text, words) => {
    expect(textWords(text)).toEqual(words);
  });

  it('of Thai are found without spaces between them', () => {
    expect(textWords('สวัสดีชาวโลก').length).toBeGreaterThan(1);
  });

  it('are also codes as a whole', () => {
    expect(textWords('See ERR-4711 in v2.1.0 of C++ or C#.')).toEqual(
      expect.arrayContaining(['err-4711', 'v2.1.0', 'c++', 'c#']),
    );
  });

  it('are the same of plain text whether or not other letters stand beside it', () => {
    const random = seeded(5);
    const signs = [...'abz019ab1 _.:,;\'"-/+#@&()\n\t!?$%*=~\\|<>[]{}^`'];
    for (let count = 0; count < 20_000; count += 1) {
      const length = 1 + Math.floor(random() * 16);
      const text = Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join('');
      const words = textWords(text);
      expect(textWords(`${text} ж`), text).toEqual([
        ...words.filter(isWord),
        'ж',
        ...words.filter((w) => !isWord(w)),
      ]);
    }
  });
});

/** Codes come after the words. */
const isWord = (word: string) => /^[a-z0-9]+$/.test(word);
