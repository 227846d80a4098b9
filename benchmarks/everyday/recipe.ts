/** The distance of the nutrients of a recipe from those that are wanted. */
type Food = 'oats' | 'milk' | 'nuts';
const table: Record<Food, { protein: number; fat: number; carbs: number }> = {
  oats: { protein: 13, fat: 7, carbs: 68 },
  milk: { protein: 3.4, fat: 3.6, carbs: 5 },
  nuts: { protein: 20, fat: 50, carbs: 20 },
};
export function f(
  grams: Record<Food, number>,
  wanted: { protein: number; fat: number; carbs: number },
): number {
  const sum = { protein: 0, fat: 0, carbs: 0 };
  for (const food of Object.keys(grams) as Food[]) {
    sum.protein += (grams[food] * table[food].protein) / 100;
    sum.fat += (grams[food] * table[food].fat) / 100;
    sum.carbs += (grams[food] * table[food].carbs) / 100;
  }
  return (
    (sum.protein - wanted.protein) ** 2 +
    (sum.fat - wanted.fat) ** 2 +
    (sum.carbs - wanted.carbs) ** 2
  );
}
export const inputs = (): Parameters<typeof f> => [
  { oats: 60, milk: 200, nuts: 20 },
  { protein: 20, fat: 18, carbs: 60 },
];
