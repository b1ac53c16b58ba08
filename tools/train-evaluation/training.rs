//! Fits a network to examples: stochastic gradient descent by Adam (Kingma & Ba 2015), in single precision, always in the same order.

use crate::example::Example;
use fastrand::Rng;
use oware::board::PITS;
use oware::search::evaluation::network::{LEVELS, Network, ONE, SEED, STAGES, UNITS, stage};
use std::f32::consts::PI;

/// Examples between two steps.
const BATCH: usize = 512;
/// Length of the first steps; it falls to nothing like half a cosine wave.
const RATE: f32 = 0.003;
/// Adam's memory of gradients and of their squares.
const MEMORY: [f32; 2] = [0.9, 0.999];
/// Beyond so many seeds an error counts in proportion and not by its square (Huber 1964).
const LARGE_ERROR: f32 = 6.0;
/// Weights stay within these, so that whole numbers of 16 bits hold them and the sums of the network.
const LARGEST_INNER: f32 = 2.0;
const LARGEST_OUTER: f32 = 9.0;
/// One of so many examples is kept aside to measure the result.
const TEST_SHARE: usize = 20;

/// A number for each parameter of a network: the parameters, their gradient, or what Adam remembers of it.
#[derive(Clone)]
struct Numbers {
    pits: Vec<[f32; UNITS]>,
    bias: [f32; UNITS],
    output: Vec<[f32; UNITS]>,
    constant: [f32; STAGES],
}

impl Numbers {
    fn zero() -> Self {
        Numbers { pits: vec![[0.0; UNITS]; PITS * LEVELS], bias: [0.0; UNITS], output: vec![[0.0; UNITS]; STAGES], constant: [0.0; STAGES] }
    }

    fn random(random: &mut Rng) -> Self {
        let mut numbers = Self::zero();
        let mut around = |middle: f32, width: f32| middle + (random.f32() - 0.5) * width;
        numbers.pits.iter_mut().flatten().for_each(|weight| *weight = around(0.0, 0.4));
        numbers.bias.iter_mut().for_each(|weight| *weight = around(0.3, 0.4));
        numbers.output = vec![std::array::from_fn(|_| around(0.0, 2.0)); STAGES];
        numbers
    }

    fn all(&mut self) -> impl Iterator<Item = &mut f32> {
        let rows = self.pits.iter_mut().chain([&mut self.bias]).chain(&mut self.output);
        rows.flatten().chain(&mut self.constant)
    }
}

/// What the network says of an example.
struct Forward {
    /// Sum of each unit, between 0 and 1.
    units: [f32; UNITS],
    /// Seeds.
    output: f32,
}

/// A network that learns.
pub struct Learner {
    weights: Numbers,
    gradient: Numbers,
    mean: Numbers,
    square: Numbers,
    steps: i32,
}

/// Where the weights of a pit with so many seeds are.
#[inline]
fn row(pit: usize, seeds: u8) -> usize {
    pit * LEVELS + usize::from(seeds).min(LEVELS - 1)
}

impl Learner {
    /// Learns from examples, shuffled by a seed. `tell` is given the number of examples seen.
    pub fn fit(examples: &mut [Example], epochs: usize, seed: u64, mut tell: impl FnMut(usize)) -> Self {
        let mut random = Rng::with_seed(seed);
        let [mean, square, gradient] = [(); 3].map(|()| Numbers::zero());
        let mut learner = Learner { weights: Numbers::random(&mut random), gradient, mean, square, steps: 0 };
        let steps = (epochs * (examples.len() / BATCH)) as f32;
        for _ in 0..epochs {
            random.shuffle(examples);
            for batch in examples.chunks_exact(BATCH) {
                let done = learner.steps as f32 / steps;
                learner.step(batch, RATE * 0.5 * (1.0 + (done * PI).cos()));
                tell(batch.len());
            }
        }
        learner
    }

    fn forward(&self, example: &Example) -> Forward {
        let mut units = self.weights.bias;
        for (pit, &seeds) in example.board.pits().iter().enumerate() {
            let weights = &self.weights.pits[row(pit, seeds)];
            for i in 0..UNITS {
                units[i] += weights[i];
            }
        }
        let stage = stage(example.board.seeds());
        let weights = &self.weights.output[stage];
        let mut output = self.weights.constant[stage];
        for i in 0..UNITS {
            units[i] = units[i].clamp(0.0, 1.0);
            output += weights[i] * units[i] * units[i];
        }
        Forward { units, output }
    }

    /// Adds an example's gradient.
    fn learn(&mut self, example: &Example) {
        let Forward { units, output } = self.forward(example);
        let error = (output - example.value.seeds() as f32).clamp(-LARGE_ERROR, LARGE_ERROR) / BATCH as f32;
        let stage = stage(example.board.seeds());
        self.gradient.constant[stage] += error;
        let mut inner = [0.0; UNITS];
        for i in 0..UNITS {
            self.gradient.output[stage][i] += error * units[i] * units[i];
            // Where a sum was cut off, a little more or less changes nothing.
            let slope = if units[i] < 1.0 { 2.0 * units[i] } else { 0.0 };
            inner[i] = error * self.weights.output[stage][i] * slope;
            self.gradient.bias[i] += inner[i];
        }
        for (pit, &seeds) in example.board.pits().iter().enumerate() {
            let gradient = &mut self.gradient.pits[row(pit, seeds)];
            for i in 0..UNITS {
                gradient[i] += inner[i];
            }
        }
    }

    /// One step of Adam.
    fn step(&mut self, batch: &[Example], rate: f32) {
        for example in batch {
            self.learn(example);
        }
        self.steps += 1;
        let [short, long] = MEMORY;
        let (mean_scale, square_scale) = (1.0 - short.powi(self.steps), 1.0 - long.powi(self.steps));
        let moments = self.mean.all().zip(self.square.all());
        for ((weight, gradient), (mean, square)) in self.weights.all().zip(self.gradient.all()).zip(moments) {
            *mean = short * *mean + (1.0 - short) * *gradient;
            *square = long * *square + (1.0 - long) * *gradient * *gradient;
            *weight -= rate * (*mean / mean_scale) / ((*square / square_scale).sqrt() + 1e-8);
            *gradient = 0.0;
        }
        let clamp = |most: f32| move |weight: &mut f32| *weight = weight.clamp(-most, most);
        self.weights.pits.iter_mut().chain([&mut self.weights.bias]).flatten().for_each(clamp(LARGEST_INNER));
        self.weights.output.iter_mut().flatten().chain(&mut self.weights.constant).for_each(clamp(LARGEST_OUTER));
    }

    /// The network in whole numbers.
    pub fn network(&self) -> Network {
        let whole = |scale: f32| move |weight: f32| (weight * scale).round() as i16;
        let (inner, outer) = (whole(f32::from(ONE)), whole(SEED as f32));
        let weights = &self.weights;
        Network {
            pits: std::array::from_fn(|pit| std::array::from_fn(|level| weights.pits[pit * LEVELS + level].map(inner))),
            bias: weights.bias.map(inner),
            output: std::array::from_fn(|stage| weights.output[stage].map(outer)),
            constant: weights.constant.map(outer),
        }
    }
}

/// How well a network knows examples.
pub struct Quality {
    pub examples: usize,
    /// Share of the values' variance that it explains.
    pub explained: f64,
    /// Root of the mean square of its errors, in seeds.
    pub error: f64,
}

impl Quality {
    pub fn of<'a>(network: &Network, examples: impl Iterator<Item = &'a Example> + Clone) -> Self {
        let count = examples.clone().count();
        let mean = examples.clone().map(|example| example.value.seeds()).sum::<f64>() / count as f64;
        let (mut rest, mut all) = (0.0, 0.0);
        for example in examples {
            let value = example.value.seeds();
            rest += (value - network.evaluate(example.board).seeds()).powi(2);
            all += (value - mean).powi(2);
        }
        Quality { examples: count, explained: 1.0 - rest / all, error: (rest / count as f64).sqrt() }
    }
}

/// Splits examples, shuffled by a seed, into those to learn from and those to measure the result by.
pub fn split(examples: &mut [Example], seed: u64) -> (&mut [Example], &mut [Example]) {
    Rng::with_seed(seed).shuffle(examples);
    examples.split_at_mut(examples.len() - examples.len() / TEST_SHARE)
}
