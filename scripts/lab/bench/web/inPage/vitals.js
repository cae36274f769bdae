// Init script of the page: collects the `TimeFigures` in `window.vitals`.
window.vitals = {
  firstContentfulPaint: 0,
  largestContentfulPaint: 0,
  blocking: 0,
  layoutShift: 0,
};

function watch(type, take) {
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
    type,
    buffered: true,
  });
}

watch("paint", ({ name, startTime }) => {
  if (name === "first-contentful-paint") window.vitals.firstContentfulPaint = startTime;
});
watch("largest-contentful-paint", ({ startTime }) => {
  window.vitals.largestContentfulPaint = startTime;
});
watch("longtask", ({ startTime, duration }) => {
  const painted = window.vitals.firstContentfulPaint;
  if (painted > 0 && startTime >= painted) window.vitals.blocking += duration - 50;
});
watch("layout-shift", ({ value, hadRecentInput }) => {
  if (!hadRecentInput) window.vitals.layoutShift += value;
});
