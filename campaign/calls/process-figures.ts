import { readdir, readFile } from 'node:fs/promises';

/** What a server and its media process hold at one moment. */
export interface ProcessFigures {
  memoryMb: number;
  /** Open files and sockets. */
  handles: number;
}

/** Looks at a process and at those that it has started, from outside. */
export async function readProcesses(pid: number): Promise<ProcessFigures> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
  const sum = await readOne(pid);
  for (const child of children === '' ? [] : children.split(' ')) {
    const { memoryMb, handles } = await readProcesses(Number(child));
    sum.memoryMb += memoryMb;
    sum.handles += handles;
  }
  return sum;
}

async function readOne(pid: number): Promise<ProcessFigures> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const memoryMb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  return { memoryMb, handles: (await readdir(`/proc/${pid}/fd`)).length };
}
