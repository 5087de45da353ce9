import composer from '../styles/composer.css?inline';
import frame from '../styles/frame.css?inline';
import messages from '../styles/messages.css?inline';
import tokens from '../styles/tokens.css?inline';

let sheet: CSSStyleSheet | undefined;

/** The one style sheet of all widgets of a page; created by script, so that no style-src policy blocks it. */
export function widgetSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync([tokens, frame, messages, composer].join('\n'));
  }
  return sheet;
}
