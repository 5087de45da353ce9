import { readdir, readFile } from 'node:fs/promises';

/** What a server and the processes that it has started hold at one moment. */
export interface ProcessFigures {
  memoryMb: number;
  /** Open files and sockets. */
  handles: number;
  /** The memory of each process, that of the server first. */
  eachMb: readonly number[];
}

/** Looks at a process and at those that it has started, from outside. */
export async function readProcesses(pid: number): Promise<ProcessFigures> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
  const figures = [await readOne(pid)];
  for (const child of children === '' ? [] : children.split(' '))
    figures.push(await readProcesses(Number(child)));
  return {
    memoryMb: figures.reduce((sum, { memoryMb }) => sum + memoryMb, 0),
    handles: figures.reduce((sum, { handles }) => sum + handles, 0),
    eachMb: figures.flatMap(({ eachMb }) => eachMb),
  };
}

async function readOne(pid: number): Promise<ProcessFigures> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const memoryMb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  return { memoryMb, handles: (await readdir(`/proc/${pid}/fd`)).length, eachMb: [memoryMb] };
}
