/** Raised when the recorded file changes its shape or the stubs change: older ones are recorded again. */
export const truthFormat = 3;
