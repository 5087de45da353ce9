import { render } from 'preact';
import { createWidgetClient } from '../api/widget-client.ts';
import { Chat } from '../chat/chat.ts';
import { createChatMemory, pageStorage } from '../chat/chat-memory.ts';
import type { Texts } from '../texts/texts.ts';
import { Widget } from '../ui/widget.tsx';
import { attributeNames, readOptions } from './read-options.ts';
import { widgetSheet } from './widget-sheet.ts';

/** The base URL of this script, with a trailing slash: the server that it talks to. */
const ownHost = new URL(/* @vite-ignore */ './', import.meta.url).href;

/** `<tendril-chat flow="…">`: a chat with a flow, in a shadow root that the page's style sheets do not reach. */
export class TendrilChatElement extends HTMLElement {
  static readonly observedAttributes: readonly string[] = attributeNames;

  readonly #root = this.attachShadow({ mode: 'open' });
  #chat: Chat | undefined;
  /** The options that the chat was created with. */
  #place = '';
  #texts: Partial<Texts> = {};
  #isDue = false;
  /** Sent with every question, as far as the flow allows it. */
  overrideConfig: Readonly<Record<string, unknown>> | undefined;

  /** Sentences in the page's own words or language. */
  get texts(): Partial<Texts> {
    return this.#texts;
  }

  set texts(texts: Partial<Texts>) {
    this.#texts = texts;
    this.#drawSoon();
  }

  get isOpen(): boolean {
    return this.hasAttribute('open');
  }

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [widgetSheet()];
    this.#drawSoon();
  }

  disconnectedCallback(): void {
    // Moving it within the page reconnects it at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#chat?.stop();
      render(null, this.#root);
    });
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (name === 'open' && (before === null) !== (after === null))
      this.#emit(after === null ? 'close' : 'open', {});
    if (before !== after) this.#drawSoon();
  }

  /** Opens the bubble. */
  open(): void {
    this.toggleAttribute('open', true);
  }

  /** Closes the bubble. */
  close(): void {
    this.toggleAttribute('open', false);
  }

  /** Asks a question as if the visitor had written it. */
  ask(question: string): void {
    this.#chat?.ask(question);
  }

  /** Clears the conversation. */
  clear(): void {
    this.#chat?.clear();
  }

  #drawSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.isConnected) this.#draw();
    });
  }

  #draw(): void {
    const flow = this.getAttribute('flow')?.trim() ?? '';
    const host = this.#host();
    const place = `${host} ${flow}`;
    if (flow === '') {
      render(null, this.#root);
      return;
    }
    if (!this.#chat || place !== this.#place) {
      this.#chat?.stop();
      this.#place = place;
      this.#chat = this.#begin(host, flow);
    }
    render(
      <Widget
        key={place}
        chat={this.#chat}
        options={readOptions(this, this.#texts)}
        isOpen={this.isOpen}
        onOpen={(isOpen) => this.toggleAttribute('open', isOpen)}
      />,
      this.#root,
    );
  }

  #host(): string {
    const named = this.getAttribute('host')?.trim() ?? '';
    if (named === '' || !URL.canParse(named, location.href)) return ownHost;
    const { href } = new URL(named, location.href);
    return href.endsWith('/') ? href : `${href}/`;
  }

  #begin(host: string, flow: string): Chat {
    const chat = new Chat({
      client: createWidgetClient(host, flow),
      memory: createChatMemory(flow, pageStorage()),
      overrideConfig: () => this.overrideConfig,
      lostWords: () => readOptions(this, this.#texts).texts.connection,
      emit: (event, detail) => this.#emit(event, detail),
    });
    void chat.load();
    return chat;
  }

  #emit(event: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(`tendril-${event}`, { detail, bubbles: true, composed: true }));
  }
}
