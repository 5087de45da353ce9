import { AppError } from '@tendril/contract/app-error';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { iconLines } from './icon-lines.data.ts';

const other = 'box';

interface NodeIconParts {
  findTemplate(name: string): Promise<NodeTemplate | undefined>;
  findCredential(name: string): Promise<Pick<CredentialDefinition, 'icon'> | undefined>;
}

/** The icons of nodes and kinds of secrets as pictures that any page may show. */
export function createNodeIcons({ findTemplate, findCredential }: NodeIconParts) {
  return {
    /** Throws NOT_FOUND for a node that this server does not know. */
    async read(name: string): Promise<string> {
      const template = await findTemplate(name);
      if (!template) throw new AppError('NOT_FOUND', `There is no node "${name}".`);
      return draw(template.icon);
    },

    /** Throws NOT_FOUND for a kind of secret that this server does not know. */
    async readCredential(name: string): Promise<string> {
      const kind = await findCredential(name);
      if (!kind) throw new AppError('NOT_FOUND', `There is no kind of secret "${name}".`);
      return draw(kind.icon ?? 'key-round');
    },
  };
}

export type NodeIcons = ReturnType<typeof createNodeIcons>;

function draw(icon = other): string {
  return svg((Object.hasOwn(iconLines, icon) ? iconLines[icon] : undefined) ?? iconLines[other] ?? '');
}

function svg(lines: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="#52606d" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${lines}</svg>`;
}
