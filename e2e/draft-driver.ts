import type { Locator, Page } from 'playwright-core';
import { canvasDriver } from './canvas-driver.ts';

/** What a person sees of how the edits of a canvas are kept. */
export interface DraftDriver {
  /** The line in the bar that says where the edits are. */
  label(words: RegExp): Locator;
  /** The note that edits of an earlier time are back. */
  restored: Locator;
  /** Writes into the prompt of the flow as somebody types. */
  writePrompt(text: string): Promise<void>;
  prompt(): Promise<string>;
}

export function draftDriver(page: Page): DraftDriver {
  const driver = canvasDriver(page);
  const field = () => driver.field('template').getByRole('textbox').first();
  return {
    label: (words) => page.getByRole('banner').getByRole('status').getByText(words),
    restored: page.getByText(/\d+ edits? restored from this device/),
    async writePrompt(text) {
      await driver.select('promptTemplate_0');
      await field().fill(text);
    },
    async prompt() {
      await driver.select('promptTemplate_0');
      return await field().inputValue();
    },
  };
}
