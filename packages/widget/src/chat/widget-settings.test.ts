import { describe, expect, it } from 'vitest';
import { contrastOf } from './colours.ts';
import { acceptedKinds, mediaTypeOf, readFileRules, ruleFor } from './file-rules.ts';
import { listSources } from './source-list.ts';
import { toolWords } from './tool-words.ts';
import { readWidgetLook } from './widget-look.ts';
import { readWidgetSettings } from './widget-settings.ts';

describe('the settings of a chat', () => {
  it('are read from what the server says, and whatever is odd counts as not set', () => {
    expect(
      readWidgetSettings({
        title: ' Help ',
        titleAvatarSrc: 'https://elsewhere.example/a.png',
        starterPrompts: { 0: { prompt: 'Do you ship?' }, 1: { prompt: ' ' }, 2: 7 },
        chatFeedback: { status: true },
        leads: { status: true, title: 'Who?', email: true, phone: false },
        uploads: { isSpeechToTextEnabled: true },
      }),
    ).toMatchObject({
      title: 'Help',
      avatar: '',
      starters: ['Do you ship?'],
      hasFeedback: true,
      canHear: true,
      lead: { title: 'Who?', fields: ['email'], isOptional: false },
    });
    for (const odd of [undefined, null, 'x', 7, [], { leads: 3, uploads: 'x', starterPrompts: null }])
      expect(readWidgetSettings(odd)).toMatchObject({ title: '', starters: [], lead: undefined, files: [] });
  });

  it('say which files go along, and how', () => {
    const uploads = {
      isImageUploadAllowed: true,
      imgUploadSizeAndTypes: [{ fileTypes: ['image/png'], maxUploadSize: 5 }],
      isRAGFileUploadAllowed: true,
      fileUploadSizeAndTypes: [{ fileTypes: ['.txt', '.md'], maxUploadSize: 50 }],
    };
    const stored = readFileRules({ uploads });
    const useOf = (name: string, type = '') => ruleFor({ name, type }, stored)?.use;
    expect([useOf('a.png', 'image/png'), useOf('a.TXT'), useOf('a.md'), useOf('a.exe')]).toEqual([
      'picture',
      'stored',
      'stored',
      undefined,
    ]);
    expect(stored[1]?.maxBytes).toBe(50 * 1024 * 1024);
    const full = {
      uploads,
      fullFileUpload: { status: true, allowedUploadFileTypes: 'text/markdown,text/*' },
    };
    const rules = readFileRules(full);
    expect(ruleFor({ name: 'a.csv', type: '' }, rules)?.use).toBe('text');
    expect(acceptedKinds(rules)).toContain('.md');
    expect(mediaTypeOf({ name: 'a.yml', type: '' })).toBe('application/yaml');
  });
});

describe('the colours of a chat', () => {
  it.each(['#0b7a49', '#ffff00', '#000000', '#ffffff', '#777'])(
    'can be read with the main colour %s',
    (color) => {
      for (const theme of ['light', 'dark'] as const) {
        const { root } = readWidgetLook({}, color, theme);
        const paper = theme === 'light' ? '#ffffff' : '#161c19';
        expect(contrastOf(root['--primary'] ?? '', root['--on-primary'] ?? '')).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(root['--link'] ?? '', paper)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(root['--on-tint'] ?? '', root['--tint'] ?? '')).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('take nothing but colours', () => {
    const config = {
      backgroundColor: 'red;background:url(//evil)',
      titleBackgroundColor: 'url(javascript:alert(1))',
      textInput: { sendButtonColor: 'expression(alert(1))' },
    };
    const { root, page, head } = readWidgetLook(config, '"><script>', 'light');
    expect([root, page, head]).toEqual([{}, {}, {}]);
  });
});

describe('sources and tools', () => {
  it('name each page once, and passages by their file or their beginning', () => {
    const page = { source: 'https://a.example/help' };
    const entries = listSources([
      { pageContent: 'One', metadata: page },
      { pageContent: 'Two', metadata: page },
      { pageContent: 'Three', metadata: { source: '/tmp/tides.txt' } },
      { pageContent: '# Opening hours.\nNine to five', metadata: { source: 'javascript:alert(1)' } },
    ]);
    expect(entries.map(({ numbers, title, url }) => [numbers, title, url])).toEqual([
      [[1, 2], 'a.example/help', 'https://a.example/help'],
      [[3], 'tides.txt', undefined],
      [[4], 'Opening hours', undefined],
    ]);
  });

  it.each([
    ['search_orders', 'Search orders'],
    ['searchOrders', 'Search orders'],
    ['send-SMS', 'Send SMS'],
    ['Calculator', 'Calculator'],
  ])('say %s as "%s"', (name, words) => expect(toolWords(name)).toBe(words));
});
