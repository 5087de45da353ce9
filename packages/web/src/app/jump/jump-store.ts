import { create } from 'zustand';

/** Whether global search is open. */
export const useJump = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

export const openJump = (): void => useJump.setState({ isOpen: true });
export const closeJump = (): void => useJump.setState({ isOpen: false });
