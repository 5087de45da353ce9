import type { CheerioAPI } from 'cheerio';

type Elements = ReturnType<CheerioAPI>;

const never = 'script,style,noscript,template,svg,iframe,canvas,object,embed,[hidden],[aria-hidden="true"]';
const around =
  'nav,aside,footer,form,dialog,[role=navigation],[role=banner],[role=contentinfo],[role=search],[role=complementary]';
const main = 'main,article,[role=main]';
/** A main part with less of the page's text than this is not all that the page says. */
const leastShare = 0.3;
/** Most of its text is links. */
const menuShare = 0.6;
const menuLength = 20;

const lengthOf = (elements: Elements) => elements.text().replace(/\s+/g, ' ').trim().length;

/**
 * What a selector finds in a part of the page. Asked of the whole page: asked of a part, each of its children is compared
 * with all the others, which takes seconds for some ten thousand paragraphs.
 */
function within(page: CheerioAPI, part: Elements, selector: string): Elements {
  const [root] = part;
  return page(selector).filter((_, element) => {
    let above = element.parent;
    while (above && above !== root) above = above.parent;
    return above !== null;
  }) as Elements;
}

function isMenu(page: CheerioAPI, list: Elements): boolean {
  const length = lengthOf(list);
  return (
    length > menuLength && lengthOf(list.find('a')) > length * menuShare && page(list).find('p').length === 0
  );
}

/** The part of a page that it is about, without menus, heads and feet. The page is changed. */
export function mainContent(page: CheerioAPI): Elements {
  page(never).remove();
  const body = page('body');
  const whole = lengthOf(body);
  let best: Elements | undefined;
  let bestLength = 0;
  for (const element of page(main).toArray()) {
    const length = lengthOf(page(element));
    if (length > bestLength) [best, bestLength] = [page(element), length];
  }
  const content: Elements = best && bestLength >= whole * leastShare ? best : body;
  // A page of nothing but a form or a menu is read as it is.
  const kept = content.clone();
  within(page, content, around).remove();
  within(page, content, 'header').not(':has(h1)').remove();
  for (const list of within(page, content, 'ul,ol,div.menu,div.nav').toArray())
    if (list.parent && isMenu(page, page(list))) page(list).remove();
  return lengthOf(content) === 0 ? kept : content;
}
