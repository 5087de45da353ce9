import { kernelBytes } from './code-kernel-bytes.data.ts';
import { type WasmMemory, wasmEngine } from './wasm-engine.ts';

/** How products are computed: all three give the same whole numbers. */
export const kernelForms = ['relaxed', 'simd', 'plain'] as const;
export type KernelForm = (typeof kernelForms)[number];

/**
 * Multiplies the question at address `question` with rows `from` to `to` of codes, `stride` bytes each, of which the bit
 * in `mask` is set, and writes each product, 32 bits, to `out`; the places of the others stay as they were.
 */
export type ScanCodes = (
  question: number,
  codes: number,
  mask: number,
  from: number,
  to: number,
  stride: number,
  out: number,
) => void;

const modules = new Map<KernelForm, object | undefined>();

function moduleOf(form: 'relaxed' | 'simd'): object | undefined {
  if (!modules.has(form)) {
    const bytes = Buffer.from(kernelBytes[form], 'base64');
    modules.set(form, wasmEngine.validate(bytes) ? new wasmEngine.Module(bytes) : undefined);
  }
  return modules.get(form);
}

/** The fastest form that this engine offers. */
export function bestKernelForm(): KernelForm {
  if (moduleOf('relaxed')) return 'relaxed';
  return moduleOf('simd') ? 'simd' : 'plain';
}

/** The kernel over a memory. */
export function openKernel(memory: WasmMemory, form: KernelForm = bestKernelForm()): ScanCodes {
  if (form === 'plain') return plainKernel(memory);
  const found = moduleOf(form);
  if (!found) throw new Error(`This engine has no ${form} kernel.`);
  return new wasmEngine.Instance(found, { kernel: { memory } }).exports['scan'] as ScanCodes;
}

function plainKernel(memory: WasmMemory): ScanCodes {
  return (question, codes, mask, from, to, stride, out) => {
    const bytes = new Uint8Array(memory.buffer);
    const signed = new Int8Array(memory.buffer, question, stride);
    const products = new Int32Array(memory.buffer, out, to - from);
    for (let row = from; row < to; row += 1) {
      if ((((bytes[mask + (row >> 3)] as number) >> (row & 7)) & 1) === 0) continue;
      const start = codes + row * stride;
      let sum = 0;
      for (let at = 0; at < stride; at += 1) sum += (signed[at] as number) * (bytes[start + at] as number);
      products[row - from] = sum;
    }
  };
}
