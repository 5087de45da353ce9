import { placeScriptChats } from './element/place-script-chats.ts';
import { TendrilChatElement } from './element/tendril-chat-element.tsx';

// A page may load this twice, from two addresses of one server.
if (!customElements.get('tendril-chat')) customElements.define('tendril-chat', TendrilChatElement);
placeScriptChats(import.meta.url);
