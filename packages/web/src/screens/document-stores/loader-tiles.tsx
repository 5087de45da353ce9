import { NodeTiles } from '../../kit/lists/node-tiles.tsx';

/** The loaders of a store as tiles. */
export function LoaderTiles({ names }: { names: readonly string[] }) {
  return <NodeTiles names={names} category="Document Loaders" />;
}
