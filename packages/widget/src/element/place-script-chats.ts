import { attributeNames } from './read-options.ts';

/**
 * Creates a chat for every script tag that has loaded this file and names a flow. A bubble or a page is appended to the
 * body; a panel goes where `data-target` says, else after its tag.
 */
export function placeScriptChats(scriptUrl: string): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-flow]')) {
    // Running again, after a page was rerendered, creates no second chat.
    if (script.src !== scriptUrl || script.dataset['placed'] !== undefined) continue;
    script.dataset['placed'] = '';
    const chat = document.createElement('tendril-chat');
    for (const name of attributeNames) {
      const value = script.dataset[name];
      if (value !== undefined && !(name === 'open' && value === 'false')) chat.setAttribute(name, value);
    }
    const target = script.dataset['target'];
    if (target) document.querySelector(target)?.append(chat);
    else if (chat.getAttribute('mode') === 'panel' && script.closest('body')) script.after(chat);
    else document.body.append(chat);
  }
}
