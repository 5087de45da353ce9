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
});
