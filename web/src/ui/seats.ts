/** Colours and signs of the seats, in the order of seats. */
export const COLOURS = ["purple", "yellow", "red", "blue", "green"] as const;
export const SIGNS = ["crane", "carp", "lotus", "pine", "moon"] as const;
