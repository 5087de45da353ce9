import { describe, expect, it } from 'vitest';
import { promptVariables } from './prompt-variables.ts';

describe('promptVariables', () => {
  it('CANVAS-09, ENT-08: names in single braces are found, once each, in their order', () => {
    expect(promptVariables('Hi {name}, it is {day}. Bye {name}!')).toEqual(['name', 'day']);
  });

  it('CANVAS-10: braces with a colon inside are not variables', () => {
    expect(promptVariables('A {name} {a: b}')).toEqual(['name']);
    expect(promptVariables('{"role": "user"} {question}')).toEqual(['question']);
  });

  it('CANVAS-09, SP-97: double braces and empty braces are not variables, and names are trimmed', () => {
    expect(promptVariables('{{question}} {} { } {x}')).toEqual(['x']);
    expect(promptVariables('{ b } {a} {b}')).toEqual(['b', 'a']);
  });
});
