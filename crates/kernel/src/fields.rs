//! The fields of one row of a card file, read one by one so that an error names the field it is in.

use crate::pool::CardError;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// An object of a card file: a row, or an object inside a row, whose fields are then named `back.power`, `levels[1].bp`.
/// A field that is null is a field that is not there.
pub struct Fields<'a> {
    map: &'a Map<String, Value>,
    within: String,
}

impl<'a> Fields<'a> {
    /// The fields of a row, which has to be an object.
    pub fn of(row: &'a Value) -> Result<Self, CardError> {
        let map = row.as_object().ok_or(CardError::NotAnObject)?;
        Ok(Fields { map, within: String::new() })
    }

    /// The value of a field, if the row has it and it is not null.
    pub fn get(&self, field: &str) -> Option<&'a Value> {
        self.map.get(field).filter(|value| !value.is_null())
    }

    /// An error in a field.
    pub fn wrong(&self, field: &str, why: impl Into<String>) -> CardError {
        CardError::field(format!("{}{field}", self.within), why)
    }

    /// The error of a field that is not there and must be.
    pub fn missing(&self, field: &str) -> CardError {
        self.wrong(field, "is missing")
    }

    /// A string, without the white space around it.
    pub fn word(&self, field: &str) -> Result<Option<String>, CardError> {
        match self.get(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim().to_string())),
            Some(_) => Err(self.wrong(field, "must be a string")),
        }
    }

    /// A list of strings; a single string is a list of one.
    pub fn words(&self, field: &str) -> Result<Vec<String>, CardError> {
        let wrong = || self.wrong(field, "must be a string or a list of strings");
        match self.get(field) {
            None => Ok(Vec::new()),
            Some(Value::String(text)) => Ok(vec![text.clone()]),
            Some(Value::Array(items)) => {
                items.iter().map(|item| item.as_str().map(str::to_string).ok_or_else(wrong)).collect()
            }
            Some(_) => Err(wrong()),
        }
    }

    /// A whole number within these bounds.
    pub fn number(&self, field: &str, within: RangeInclusive<i32>) -> Result<Option<i32>, CardError> {
        let Some(value) = self.get(field) else { return Ok(None) };
        match value.as_i64().and_then(|number| i32::try_from(number).ok()) {
            Some(number) if within.contains(&number) => Ok(Some(number)),
            _ => {
                let (least, most) = within.into_inner();
                Err(self.wrong(field, format!("must be a whole number from {least} to {most}")))
            }
        }
    }

    /// True or false; false where it is not there.
    pub fn flag(&self, field: &str) -> Result<bool, CardError> {
        match self.get(field) {
            None => Ok(false),
            Some(Value::Bool(is)) => Ok(*is),
            Some(_) => Err(self.wrong(field, "must be true or false")),
        }
    }

    /// The object in a field.
    pub fn object(&self, field: &str) -> Result<Option<Fields<'a>>, CardError> {
        match self.get(field) {
            None => Ok(None),
            Some(Value::Object(map)) => Ok(Some(Fields { map, within: format!("{}{field}.", self.within) })),
            Some(_) => Err(self.wrong(field, "must be an object")),
        }
    }

    /// The list of objects in a field; empty where it is not there.
    pub fn objects(&self, field: &str) -> Result<Vec<Fields<'a>>, CardError> {
        let items = match self.get(field) {
            None => return Ok(Vec::new()),
            Some(Value::Array(items)) => items,
            Some(_) => return Err(self.wrong(field, "must be a list of objects")),
        };
        let object = |(at, item): (usize, &'a Value)| match item {
            Value::Object(map) => Ok(Fields { map, within: format!("{}{field}[{at}].", self.within) }),
            _ => Err(self.wrong(&format!("{field}[{at}]"), "must be an object")),
        };
        items.iter().enumerate().map(object).collect()
    }
}
