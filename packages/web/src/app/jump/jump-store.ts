import { create } from 'zustand';

/** Whether the search over everything is open. */
export const useJump = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

export const openJump = (): void => useJump.setState({ isOpen: true });
export const closeJump = (): void => useJump.setState({ isOpen: false });
